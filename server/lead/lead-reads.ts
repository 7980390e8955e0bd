import type { Lead } from '#contract/leads.ts';
import type { TenantTransaction } from '../platform/db/scope.ts';
import { LEAD_COLUMNS, type SelectedLead } from './fields.ts';
import { ownerNames } from './owners/owner-reads.ts';
import type { LeadStatuses } from './statuses/lead-statuses.ts';
import { loadLeadStatuses } from './statuses/reads.ts';
import { shownConsent } from './values/consent-state.ts';

/** Names of statuses and owners, which leads hold by key and id. */
export interface LeadNames {
  statuses: LeadStatuses;
  owners: ReadonlyMap<string, string>;
}

/** Returns what names the statuses and owners of rows. */
export async function loadLeadNames(
  tx: TenantTransaction,
  rows: readonly Pick<SelectedLead, 'ownerId'>[],
): Promise<LeadNames> {
  const isOwned = rows.some(({ ownerId }) => ownerId !== null);
  return { statuses: await loadLeadStatuses(tx), owners: isOwned ? await ownerNames(tx) : new Map() };
}

/** Returns a row of `LEAD_COLUMNS` in the form of the contract, with names of status and owner. */
export function toLead<R extends SelectedLead>(row: R, names: LeadNames): Omit<R, keyof SelectedLead> & Lead;
export function toLead(
  { ownerId, dueOn, dueNote, ...row }: SelectedLead,
  { statuses, owners }: LeadNames,
): Lead {
  const username = owners.get(ownerId ?? '');
  return {
    ...row,
    // A deleted user owns nothing.
    owner: ownerId === null || username === undefined ? null : { id: ownerId, username },
    nextStep: dueOn === null ? null : { dueOn, note: dueNote },
    status: statuses.nameOf(row.status),
    customData: row.customData,
    consent: shownConsent(row.consent),
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
  const names = await loadLeadNames(tx, rows);
  const leads = new Map(rows.map((row) => [row.id, toLead(row, names)]));
  return ids.flatMap((id) => leads.get(id) ?? []);
}
