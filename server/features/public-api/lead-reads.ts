import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import type { PublicLead } from '#contract/public-lead.ts';
import { LEAD_COLUMNS, type SelectedLead } from '../../lead/fields.ts';
import { loadLeadNames, toLead } from '../../lead/lead-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';

export interface Identities {
  emails: readonly string[];
  /** E.164. */
  phones: readonly string[];
}

/** Outside the trash; `phone` is null unless valid. */
export interface Holder {
  id: string;
  email: string | null;
  phone: string | null;
}

/** Finds owners of emails or valid phones outside the trash. */
export function findHolders(tx: TenantTransaction, { emails, phones }: Identities): Promise<Holder[]> {
  // UNION uses each index; OR would read the whole organization.
  return tx.query<Holder>(
    `SELECT id, email, CASE WHEN number_valid THEN phone END AS phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND email = ANY($2::text[])
     UNION
     SELECT id, email, phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone = ANY($3::text[])`,
    [tx.organizationId, emails, phones],
  );
}

export async function updatedAtOf(tx: TenantTransaction, id: string): Promise<string> {
  const [lead] = await tx.query<{ updatedAt: Date }>(
    'SELECT updated_at AS "updatedAt" FROM leads WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id],
  );
  if (lead === undefined) throw noSuchPublicLead();
  return lead.updatedAt.toISOString();
}

export function noSuchPublicLead(): HttpError {
  return new HttpError('not_found', PUBLIC_ERRORS.not_found.message);
}

/** @throws HttpError not_found, also for a lead in the trash */
export async function readPublicLead(tx: TenantTransaction, id: string): Promise<PublicLead> {
  const [lead] = await readPublicLeads(tx, [id]);
  if (lead === undefined) throw noSuchPublicLead();
  return lead;
}

/** Reads leads outside the trash, in the order of the ids. */
export async function readPublicLeads(tx: TenantTransaction, ids: readonly string[]): Promise<PublicLead[]> {
  const rows = await tx.query<SelectedLead & { updatedAt: Date }>(
    `SELECT ${LEAD_COLUMNS}, updated_at AS "updatedAt" FROM leads
     WHERE organization_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL`,
    [tx.organizationId, ids],
  );
  const names = await loadLeadNames(tx, rows);
  const leads = new Map(
    rows.map((row) => [row.id, { ...toLead(row, names), updatedAt: row.updatedAt.toISOString() }]),
  );
  return ids.flatMap((id) => leads.get(id) ?? []);
}
