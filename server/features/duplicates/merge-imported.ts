import { groupsToMerge } from '../../lead/merges/groups.ts';
import { lockAwaitingImport, mergesCertain } from '../../lead/merges/import-merge-reads.ts';
import { dropAwaitedMerge, keepStartedMerge } from '../../lead/merges/import-merge-writes.ts';
import { judgedPairs } from '../../lead/merges/pair-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import { beginMerge } from './merge-all.ts';

/**
 * Starts the operation that merges new leads of an import with certain duplicates, as the user who imported them. Its leads
 * have been compared.
 */
export async function mergeImported(tx: TenantTransaction, importId: string): Promise<void> {
  const found = await lockAwaitingImport(tx, importId);
  if (found === null) return;
  const { filename, createdBy, createdByName, ipAddress, userAgent } = found;
  const groups = (await mergesCertain(tx)) ? groupsToMerge(await judgedPairs(tx, { importId })) : [];
  const actor = { id: createdBy, username: createdByName };
  const origin = ipAddress === null ? null : { ipAddress, userAgent };
  const operationId = await beginMerge(tx, groups, { importId, detail: filename, editor: { actor, origin } });
  if (operationId === null) return dropAwaitedMerge(tx, importId);
  await keepStartedMerge(tx, importId, operationId);
  await notifyChanges(tx, { type: 'imports', importId });
}
