import type { Lead } from '#contract/leads.ts';
import { sqlFor } from '../db/query-builder.ts';
import type { TenantTransaction } from '../security/scope.ts';

const COLUMNS = [
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

/** One page of leads, newest first, and how many there are in all. */
export async function listLeads(
  tx: TenantTransaction,
  page: { limit: number; offset: number },
): Promise<{ leads: Lead[]; total: number }> {
  // While an import runs, the planner's statistics lag behind and it would sort all leads for a page of them; the
  // primary key gives them in order.
  await tx.query('SET LOCAL enable_sort = off');
  const rows = await tx.all(
    sqlFor
      .selectFrom('leads')
      .select(COLUMNS)
      .where('organization_id', '=', tx.organizationId)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset),
  );
  const leads = rows.map((row) => ({
    ...row,
    customData: row.customData as Lead['customData'],
    createdAt: row.createdAt.toISOString(),
  }));
  return { leads, total: await countLeads(tx) };
}

/** How many leads are outside the bin, from the counters that every write keeps. */
async function countLeads(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'SELECT coalesce(sum(leads), 0)::int8 AS total FROM lead_counts WHERE organization_id = $1',
    [tx.organizationId],
  );
  return row?.total ?? 0;
}
