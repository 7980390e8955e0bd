import type { Matcher } from '../../lead/persons/matcher.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { heldRows } from './held-row-reads.ts';
import type { PersonHolder } from './holder-writes.ts';

/**
 * Removes the person from the rows of a table that no running work needs; returns the number of rows that held them.
 * @param countsTheirs also counts rows that only belong to one of the leads, which stay as they are
 */
export async function eraseHeldRows(
  tx: TenantTransaction,
  holder: PersonHolder,
  matcher: Matcher,
  countsTheirs: boolean,
): Promise<number> {
  const rows = await heldRows(tx, holder, matcher, 'erasable');
  const gone = rows.filter(({ isChanged }) => isChanged || holder.erases === 'row');
  for (const { key, redacted } of gone) {
    await tx.query(holder.write, [tx.organizationId, ...key, ...(holder.erases === 'row' ? [] : redacted)]);
  }
  return countsTheirs ? rows.length : gone.length;
}
