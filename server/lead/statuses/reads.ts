import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type LeadStatus, LeadStatuses } from './lead-statuses.ts';

/** Returns the organization's statuses, those deleted last. */
export async function loadLeadStatuses(tx: TenantTransaction): Promise<LeadStatuses> {
  return new LeadStatuses(await readLeadStatuses(tx));
}

/** Returns the rows of the organization's statuses in order, those deleted last. */
export function readLeadStatuses(tx: TenantTransaction): Promise<LeadStatus[]> {
  return tx.query<LeadStatus>(
    `SELECT id, key, name, former_names AS "formerNames", color, deleted_at IS NOT NULL AS deleted
     FROM lead_statuses WHERE organization_id = $1 ORDER BY deleted_at DESC NULLS FIRST, position, id`,
    [tx.organizationId],
  );
}
