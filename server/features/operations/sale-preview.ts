import type { IdentifierType } from '#contract/sales.ts';
import { unsoldWithoutConsent } from '../../lead/conditions/required-consent-reads.ts';
import { leadsOfRows } from '../../lead/operations/match-rows.ts';
import type { ListRow } from '../../lead/operations/operation.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Counts the leads that rows name and that aren't sold for lack of a required consent. */
export async function countWithoutConsent(
  tx: TenantTransaction,
  type: IdentifierType,
  batches: AsyncIterable<ListRow[]> | Iterable<ListRow[]>,
): Promise<number> {
  const without = new Set<string>();
  for await (const rows of batches) {
    const ids = await leadsOfRows(tx, type, rows);
    for (const id of await unsoldWithoutConsent(tx, ids)) without.add(id);
  }
  return without.size;
}
