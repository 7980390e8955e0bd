import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { previewImport } from '#contract/import-preview.ts';
import { type ImportEvent, importEvent, importStream, listImports } from '#contract/imports.ts';
import { isColumnName } from '../../lead/mapping/column-names.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Notices } from '../../platform/events/notices.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve, serveRaw } from '../../platform/http/bind.ts';
import { sendEventStream } from '../../platform/http/event-stream.ts';
import { groupedNumber } from '../../platform/message-text.ts';
import type { StoredUpload } from '../../platform/uploads/reads.ts';
import { receiveForm } from '../../platform/uploads/receive.ts';
import { removeUpload } from '../../platform/uploads/writes.ts';
import { findCheckedColumns } from './grid/statements/grid-reads.ts';
import { checkedStyles } from './mapping/checked-styles.ts';
import { loadHeldNames } from './mapping/mapper-input.ts';
import { previewRows } from './mapping/preview.ts';
import { PLAN_FIELDS, planFromForm, rowsFromForm } from './plan/plan.ts';
import { plannedUpload, uploadOf } from './plan/planned-upload.ts';
import { previewedRows } from './preview/previewed-rows.ts';
import { editReading } from './record/edit-reading.ts';
import { findImportState, findImports, type ImportState } from './record/reads.ts';
import { editsOfRows } from './rows/edit-reads.ts';
import { startImport } from './start-import.ts';
import { withSavedMaps } from './values/saved-maps.ts';

/** Registers the import routes: preview, start with progress, history. */
export function importRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listImports, (_input, { scope }) => scope.transaction(findImports));

  serve(app, context, previewImport, async ({ body: { uploadId, rows, ...plan } }, { scope }) => {
    const { upload, customFields } = await plannedUpload(context, scope, uploadId, plan);
    const key = { uploadId, reading: editReading(upload.format) };
    const { edits, check, withMaps, names } = await scope.transaction(async (tx) => ({
      edits: await editsOfRows(tx, key, upload.previewNumbers),
      check: await findCheckedColumns(tx, key),
      withMaps: await withSavedMaps(tx, plan, customFields),
      names: await loadHeldNames(tx),
    }));
    const styles = check === null ? {} : checkedStyles(check, withMaps, customFields);
    const mapped = previewRows(upload, withMaps, { customFields, ...names }, rows, edits, styles);
    return { rows: await scope.transaction((tx) => previewedRows(tx, plan, mapped)) };
  });

  serveRaw(app, context, importStream, async (caller, { query }) => {
    const { scope, account, request, reply } = caller;
    const expected = {
      fields: ['uploadId', 'rows', ...PLAN_FIELDS],
      createdBy: account.id,
      knowsColumnName: isColumnName,
    };
    const { fields, file } = await receiveForm(context, scope, request, expected);
    const upload = file ?? (await storedUpload(scope, fields.get('uploadId')));
    const start = async () =>
      startImport(context, scope, editorOf(caller), upload, {
        ...planFromForm(fields),
        ...query,
        rows: rowsFromForm(fields),
      });
    const importId = await start().catch(async (error: unknown) => {
      // Removes the file if it was sent for this import only; an earlier upload stays for the next attempt.
      if (file !== null) await removeUpload(scope, file.id);
      throw error;
    });
    sendEventStream(context.metrics, reply, Readable.from(importEventLines(scope, context, importId)));
  });
}

function storedUpload(scope: OrganizationScope, uploadId: string | undefined): Promise<StoredUpload> {
  if (uploadId !== undefined) return uploadOf(scope, uploadId);
  const message = 'Send the file in the part named file, or the uploadId of an earlier upload';
  throw new HttpError('invalid_input', message, { field: 'file' });
}

async function* importEventLines(
  scope: OrganizationScope,
  context: Context,
  importId: string,
): AsyncGenerator<string> {
  for await (const event of followImport(scope, context.notices, importId)) {
    yield `data: ${JSON.stringify(importEvent.parse(event))}\n\n`;
  }
}

/** Maximum milliseconds between two events to the client. */
const HEARTBEAT_MS = 900;

/** Yields the progress of an import until it ends. The import doesn't depend on anyone following it. */
async function* followImport(
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
