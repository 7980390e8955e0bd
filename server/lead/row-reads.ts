import type { Lead } from '#contract/leads.ts';
import { sqlFor } from '../platform/db/query-builder.ts';
import type { TenantTransaction } from '../platform/db/scope.ts';

/** The columns of a lead under the names of the contract. */
export const LEAD_COLUMNS = [
  'id',
  'first_name as firstName',
  'last_name as lastName',
  'email',
  'phone',
  'number_valid as numberValid',
  'carrier',
  'country',
  'city',
  'address',
  'postcode',
  'ip',
  'brand',
  'currency',
  'deposit_amount as depositAmount',
  'deposit_date as depositDate',
  'source',
  'card',
  'affiliate',
  'landing_page as landingPage',
  'agent',
  'depositer',
  'brand_agent as brandAgent',
  'hlr',
  'whatsapp',
  'status',
  'is_sold as isSold',
  'customer_number as customerNumber',
  'tags',
  'custom_data as customData',
  'import_id as importId',
  'created_at as createdAt',
] as const;

/** Returns a row of `LEAD_COLUMNS` in the form of the contract. */
export function toLead<R extends { createdAt: Date; customData: unknown }>(
  row: R,
): Omit<R, 'createdAt' | 'customData'> & { createdAt: string; customData: Lead['customData'] } {
  return {
    ...row,
    customData: row.customData as Lead['customData'],
    createdAt: row.createdAt.toISOString(),
  };
}

/** Reads leads by id, in the order of the ids. */
export async function readLeads(tx: TenantTransaction, ids: string[]): Promise<Lead[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all(
    sqlFor
      .selectFrom('leads')
      .select(LEAD_COLUMNS)
      .where('organization_id', '=', tx.organizationId)
      .where('id', 'in', ids),
  );
  const leads = new Map(rows.map((row) => [row.id, toLead(row)]));
  return ids.flatMap((id) => leads.get(id) ?? []);
}
