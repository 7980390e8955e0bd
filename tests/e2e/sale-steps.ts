import { makeLead, runBulkCall } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';

/** Price of each lead of a sale. */
export interface SoldAt {
  price: string;
  currency: string;
}

/** Creates leads with these names and sells them to a customer; returns their ids. */
export async function sellNew(
  owner: SignedIn,
  customerNumber: string,
  names: readonly string[],
  terms?: SoldAt,
  source = 'Acme',
): Promise<string[]> {
  const ids: string[] = [];
  for (const firstName of names) {
    const email = `${firstName.toLowerCase()}@mail.example`;
    ids.push((await makeLead(owner, { firstName, email, source })).id);
  }
  await runBulkCall(owner, { ids }, { type: 'markSold', customerNumber, ...terms });
  return ids;
}
