import type { StoredLead } from '../../../lead/store/stored-lead.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import type { WantedIdentities } from '../write/matching-reads.ts';
import { findLeads, heldIdentities } from '../write/matching-reads.ts';

/** The database itself sees to it that a forecast stores nothing. */
export const READ_ONLY = 'SET TRANSACTION READ ONLY';

/** Which e-mails and phones of a batch are taken by leads outside the bin. */
export function takenIdentities(scope: OrganizationScope, wanted: WantedIdentities): Promise<Set<string>> {
  return scope.transaction(async (tx) => {
    await tx.query(READ_ONLY);
    return heldIdentities(tx, wanted);
  });
}

/** The leads that can matter to a batch, as they are in the database. */
export function storedLeads(scope: OrganizationScope, wanted: WantedIdentities): Promise<StoredLead[]> {
  return scope.transaction(async (tx) => {
    await tx.query(READ_ONLY);
    return findLeads(tx, wanted, { locked: false });
  });
}
