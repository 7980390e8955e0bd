import { heldIdentities } from '../../lead/identity-reads.ts';
import type { LeadRow } from '../../lead/rows/lead-row.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** A lead before and after a change. */
export interface EditedLead {
  before: LeadRow;
  after: LeadRow;
}

/** Returns the changes that give no lead the email or valid phone of another; of two with the same one, the first. */
export async function withFreeIdentities(
  tx: TenantTransaction,
  changes: readonly EditedLead[],
): Promise<EditedLead[]> {
  const emails = changes.flatMap((change) => newEmail(change) ?? []);
  const phones = changes.flatMap((change) => newPhone(change) ?? []);
  // An email has an @, a phone none.
  const taken = await heldIdentities(tx, { emails, phones });
  return changes.filter((change) => {
    const own = [newEmail(change), newPhone(change)].filter((identity) => identity !== null);
    if (own.some((identity) => taken.has(identity))) return false;
    for (const identity of own) taken.add(identity);
    return true;
  });
}

function newEmail({ before, after }: EditedLead): string | null {
  return after.email === before.email ? null : after.email;
}

function newPhone({ before, after }: EditedLead): string | null {
  const validBefore = before.number_valid ? before.phone : null;
  return after.number_valid && after.phone !== validBefore ? after.phone : null;
}
