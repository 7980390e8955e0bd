import { type ReadEntry, readEntry } from '../../lead/suppression/entry.ts';
import { insertEntries } from '../../lead/suppression-lists/entry-writes.ts';
import { defaultList } from '../../lead/suppression-lists/list-writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Emails and phones (E.164) of an erased person. */
export interface ErasedIdentities {
  emails: readonly string[];
  phones: readonly string[];
}

/** Adds the identities of an erased person to the list of people who must not be contacted. */
export async function suppressErased(
  tx: TenantTransaction,
  { emails, phones }: ErasedIdentities,
  by: string,
): Promise<void> {
  const entries = [...emails, ...phones].flatMap((text): ReadEntry[] => {
    const entry = readEntry(text, null);
    return 'problem' in entry ? [] : [entry];
  });
  await insertEntries(tx, entries, {
    listId: await defaultList(tx),
    ...{ reason: 'Erased', source: 'Erasure', expiresAt: null, createdBy: by },
  });
}
