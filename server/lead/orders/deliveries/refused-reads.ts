import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** Returns the customers that rejected leads or had them already, by lead: these aren't offered to them again. */
export async function customersThatRefused(
  tx: TenantTransaction,
  leadIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await tx.query<{ leadId: string; customer: string }>(
    `SELECT lead_id AS "leadId", customer_number AS customer FROM deliveries
     WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[]) AND state IN ('rejected', 'duplicate')`,
    [tx.organizationId, leadIds],
  );
  const refused = new Map<string, Set<string>>();
  for (const { leadId, customer } of rows) {
    refused.set(leadId, (refused.get(leadId) ?? new Set()).add(customer));
  }
  return refused;
}
