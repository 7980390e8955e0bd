import { applyChange } from '../../lead/operations/batch-writes.ts';
import type { BatchChange, BulkCounts, BulkWork } from '../../lead/operations/operation.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { allFixes, type Fix, fixMany, settle } from './fix-many.ts';
import { keepConflicts } from './fix-writes.ts';
import { invalidPhonesOf, phoneOwners } from './reads.ts';

/** For each lead that loses its number to an older lead, the id of that older lead. */
type Rivals = ReadonlyMap<string, string>;

/**
 * Prepares the batch change that fixes phones. Batches run newest first and in two lanes, yet the oldest of several
 * leads with the same number must get it, so this function determines the winners among all leads beforehand.
 */
export async function phoneFixer(scope: OrganizationScope): Promise<BatchChange> {
  const given = new Map<string, string>();
  const rivals = new Map<string, string>();
  for await (const fixes of allFixes(scope)) {
    const { conflicts } = settle(fixes, given, () => undefined);
    for (const { lead, holder } of conflicts) rivals.set(lead.id, holder);
  }
  return (tx, work, ids) => fixBatch(tx, work, ids, rivals);
}

async function fixBatch(
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
  rivals: Rivals,
): Promise<BulkCounts> {
  const fixes = await fixMany(await invalidPhonesOf(tx, ids));
  const numbers = fixes.map((fix) => fix.number);
  const holders = await phoneOwners(tx, numbers);
  const takenBy = ({ lead, number }: Fix): string | undefined => holders.get(number) ?? rivals.get(lead.id);
  const { made, conflicts } = settle(fixes, new Map(), takenBy);
  const byLead = made.map(({ lead, number }): [string, string] => [lead.id, number]);
  const { changed } = await applyChange(
    tx,
    work,
    byLead.map(([id]) => id),
    JSON.stringify(Object.fromEntries(byLead)),
  );
  if (conflicts.length > 0) await keepConflicts(tx, work.id, conflicts);
  return { changed, refused: conflicts.length, unchanged: ids.length - changed - conflicts.length };
}
