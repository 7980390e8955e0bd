import { GREATEST_ID, type Lane, LEAST_ID } from '../../../lead/operations/operation.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { Editor } from '../../../platform/http/actor.ts';
import { noSuchImport } from '../record/reads.ts';
import { countUpdatedLeads, createdLeads, lockUndoable, type UndoableImport } from './reads.ts';
import { startMergeUndo } from './undo-merge.ts';
import { createUndo, resumeUndo } from './writes.ts';

/** A single connection saturates one core. */
const TWO_LANES_MIN_LEADS = 10_000;

/**
 * Starts an undo in the background, or resumes one that failed.
 * @throws HttpError not_found, or conflict when the import is running or has been undone
 */
export async function startUndo(tx: TenantTransaction, importId: string, editor: Editor): Promise<void> {
  const found = await lockUndoable(tx, importId);
  if (found === null) throw noSuchImport();
  if (found.status === 'processing') throw new HttpError('conflict', 'The import is still running');
  if (found.undo === 'processing') throw new HttpError('conflict', 'The import is being undone');
  if (found.undo === 'completed') throw new HttpError('conflict', 'The import was already undone');
  await startMergeUndo(tx, importId, editor);
  if (found.undo === 'failed') await resumeUndo(tx, importId);
  else await createUndo(tx, importId, { ...(await extentOf(tx, importId, found)), editor });
}

async function extentOf(
  tx: TenantTransaction,
  importId: string,
  { mode }: UndoableImport,
): Promise<{ total: number; lanes: Lane[] }> {
  const changes = { cursor: GREATEST_ID, low: LEAST_ID };
  if (mode === 'update') return { total: await countUpdatedLeads(tx, importId), lanes: [changes] };
  const { total, oldest, middle } = await createdLeads(tx, importId);
  if (mode === 'createOrUpdate') {
    const created = { cursor: GREATEST_ID, low: oldest ?? LEAST_ID };
    return { total: total + (await countUpdatedLeads(tx, importId)), lanes: [created, changes] };
  }
  const low = oldest ?? LEAST_ID;
  const lanes =
    total < TWO_LANES_MIN_LEADS || middle === null
      ? [{ cursor: GREATEST_ID, low }]
      : [
          { cursor: GREATEST_ID, low: middle },
          { cursor: middle, low },
        ];
  return { total, lanes };
}
