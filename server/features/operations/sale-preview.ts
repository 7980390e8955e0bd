import type { IdentifierType } from '#contract/sales.ts';
import { unsoldWithoutConsent } from '../../lead/conditions/required-consent-reads.ts';
import { leadsOfRows } from '../../lead/operations/match-rows.ts';
import type { ListRow } from '../../lead/operations/operation.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import type { FormFile } from '../../platform/uploads/uploaded-file.ts';
import { rowsOfFile } from './read-list.ts';

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

/** `countWithoutConsent` of a stored file, in a thread. */
export default async function countInThread(
  { database }: ThreadEnvironment,
  { file, identifierType }: { file: FormFile; identifierType: IdentifierType },
): Promise<number> {
  const { scope } = await database();
  const action = { type: 'markSoldList' as const, identifierType, customerNumber: '' };
  return scope.transaction((tx) => countWithoutConsent(tx, identifierType, rowsOfFile(scope, file, action)));
}
