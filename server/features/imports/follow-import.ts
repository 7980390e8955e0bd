import type { ImportEvent } from '#contract/imports.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { Notices } from '../../platform/events/notices.ts';
import { groupedNumber } from '../../platform/message-text.ts';
import { findImportState, type ImportState } from './record/reads.ts';

/** Maximum milliseconds between two events to the client. */
const HEARTBEAT_MS = 900;

/** Yields the progress of an import until it ends. The import doesn't depend on anyone following it. */
export async function* followImport(
  scope: OrganizationScope,
  notices: Notices,
  importId: string,
): AsyncGenerator<ImportEvent> {
  for (;;) {
    const moved = notices.importMoved(importId, HEARTBEAT_MS);
    const state = await scope.transaction((tx) => findImportState(tx, importId));
    if (state === null) return;
    yield importProgress(importId, state);
    if (state.status === 'completed') {
      yield { type: 'complete', importId, stats: state.stats };
      return;
    }
    if (state.status === 'failed') {
      yield { type: 'error', importId, message: state.failure ?? 'The import failed' };
      return;
    }
    if (state.status === 'cancelled') {
      yield { type: 'error', importId, message: cancelledText(state), cancelled: true };
      return;
    }
    await moved;
  }
}

function cancelledText({ stats }: ImportState): string {
  const { totalRows } = stats;
  const left = groupedNumber(totalRows - rowsDone(stats));
  return `The import was canceled: ${left} of ${groupedNumber(totalRows)} rows weren't processed`;
}

function rowsDone({ imported, updated, duplicates, skipped, errors }: ImportState['stats']): number {
  return imported + updated + duplicates + skipped + errors;
}

function importProgress(importId: string, { status, stats }: ImportState): ImportEvent {
  const { totalRows } = stats;
  const done = rowsDone(stats);
  const share = totalRows === 0 ? 1 : done / totalRows;
  const progress = status === 'completed' ? 100 : Math.floor(share * 1000) / 10;
  return { type: 'progress', importId, progress, ...stats };
}
