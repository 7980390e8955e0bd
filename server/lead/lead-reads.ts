import type { Lead } from '#contract/leads.ts';
import type { TenantTransaction } from '../platform/db/scope.ts';
import { LEAD_COLUMNS, type SelectedLead } from './fields.ts';
import type { LeadStatuses } from './statuses/lead-statuses.ts';
import { loadLeadStatuses } from './statuses/reads.ts';

/** Returns a row of `LEAD_COLUMNS` in the form of the contract, with the status' name. */
export function toLead<R extends { createdAt: Date; customData: unknown; status: string }>(
  row: R,
  statuses: LeadStatuses,
): Omit<R, 'createdAt' | 'customData'> & { createdAt: string; customData: Lead['customData'] } {
  return {
    ...row,
    status: statuses.nameOf(row.status),
    customData: row.customData as Lead['customData'],
    createdAt: row.createdAt.toISOString(),
  };
}

/** Reads leads by id, in the order of the ids. */
export async function readLeads(tx: TenantTransaction, ids: string[]): Promise<Lead[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<SelectedLead>(
    `SELECT ${LEAD_COLUMNS} FROM leads WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    [tx.organizationId, ids],
  );
  const statuses = await loadLeadStatuses(tx);
  const leads = new Map(rows.map((row) => [row.id, toLead(row, statuses)]));
  return ids.flatMap((id) => leads.get(id) ?? []);
}
