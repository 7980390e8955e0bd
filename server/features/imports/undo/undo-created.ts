import { writeBatch } from '../../../lead/operations/batch-writes.ts';
import type { Lane } from '../../../lead/operations/operation.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { type CreatedLead, lockNextCreated, notedLeads, ownChanges } from './reads.ts';
import type { UndoneBatch, UndoWork } from './work.ts';

/** Keeps the ones that others changed, annotated or deleted since. */
export async function undoCreated(
  tx: TenantTransaction,
  work: UndoWork,
  lane: Lane,
  limit: number,
): Promise<UndoneBatch> {
  const leads = await lockNextCreated(tx, work.importId, lane, limit);
  const noted = await notedLeads(
    tx,
    work.importId,
    leads.map(({ id }) => id),
  );
  const changed = leads.filter(({ version }) => version > 1).map(({ id }) => id);
  const own = await (changed.length > 0 ? ownChanges(tx, work.importId, changed) : new Map<string, number>());
  const isUntouched = ({ id, version, isInTrash }: CreatedLead): boolean =>
    version === 1 + (own.get(id) ?? 0) && !isInTrash && !noted.has(id);
  const ids = leads.filter(isUntouched).map(({ id }) => id);
  await writeBatch(tx, { ...work, id: work.importId }, ids, {
    kind: 'undo',
    set: ['deleted_at = now()'],
    columns: [],
    detail: work.filename,
  });
  return {
    undone: ids.length,
    kept: leads
      .filter((lead) => !isUntouched(lead))
      .map(({ id, isInTrash }) => ({ leadId: id, reason: isInTrash ? 'deleted' : 'edited', holderId: null })),
    cursor: (leads.length === limit ? leads.at(-1)?.id : undefined) ?? lane.low,
  };
}
