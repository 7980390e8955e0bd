import { heldIdentities } from '../../../lead/identity-reads.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import type { WantedIdentities } from '../write/matching-reads.ts';
import { findLeads } from '../write/matching-reads.ts';

/** PostgreSQL itself enforces that a dry run stores nothing. */
export const READ_ONLY = 'SET TRANSACTION READ ONLY';

export function takenIdentities(scope: OrganizationScope, wanted: WantedIdentities): Promise<Set<string>> {
  return scope.transaction(async (tx) => {
    await tx.query(READ_ONLY);
    return heldIdentities(tx, wanted);
  });
}

/** Returns the stored leads that a batch may match or conflict with. */
export function storedLeads(scope: OrganizationScope, wanted: WantedIdentities): Promise<StoredLead[]> {
  return scope.transaction(async (tx) => {
    await tx.query(READ_ONLY);
    return findLeads(tx, wanted, { locked: false });
  });
}

const FREQUENT_COUNTRIES = 5;

/** Returns the most frequent countries of the organization's leads, as stored. */
export async function frequentCountries(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(
    `SELECT value FROM lead_stats WHERE organization_id = $1 AND dimension = 'country' AND value <> ''
     GROUP BY value HAVING sum(total) > 0 ORDER BY sum(total) DESC, value LIMIT ${FREQUENT_COUNTRIES}`,
    [tx.organizationId],
  );
  return rows.map(({ value }) => value);
}
