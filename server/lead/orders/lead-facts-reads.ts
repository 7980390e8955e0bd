import sql, { join, type Sql } from 'sql-template-tag';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { consentClause, requiredConsents } from '../conditions/required-consent-reads.ts';
import { clause } from '../list/index/finder.ts';
import { customerKey } from '../sales/customer-key.ts';
import type { Contact } from '../suppression/keys.ts';
import { askLists, isHit } from '../suppression/suppression-reads.ts';
import { type Bought, lastSales, type PersonKeys, personKeys } from './person-key-reads.ts';
import type { StoredOrder } from './stored-order.ts';

/** A customer who has a lead. */
export interface LeadHolder {
  customerNumber: string;
  exclusive: boolean;
}

/** The facts that decide which orders take a lead outside the trash. */
export interface OrderedLead {
  id: string;
  country: string | null;
  keys: PersonKeys;
  hasConsent: boolean;
  holders: LeadHolder[];
  /** Whether the order's conditions hold. */
  matches(order: StoredOrder): boolean;
  /** Whether the person is on a list for everyone, or for the order's customer. */
  isListedFor(order: StoredOrder): boolean;
  bought: Bought;
}

interface Row extends Contact {
  id: string;
  country: string | null;
  isSold: boolean;
  customerNumber: string | null;
  hasConsent: boolean;
  /** A `t` or `f` for each condition. */
  outcomes: string;
}

/** Returns the facts of leads outside the trash, in the order of the ids. Reads as many statements for one lead as for many. */
export async function readOrderedLeads(
  tx: TenantTransaction,
  orders: readonly StoredOrder[],
  ids: readonly string[],
): Promise<OrderedLead[]> {
  const { rows, places } = await readRows(tx, orders, ids);
  const holders = await holdersOf(tx, rows);
  const keys = await personKeys(tx, rows);
  const limited = orders.filter(({ duplicateDays }) => duplicateDays > 0);
  const bought = await lastSales(tx, keys, [...new Set(limited.map((order) => order.customerNumber))]);
  const listed = await listedRows(tx, orders, rows);
  const listedFor = new Map(
    orders.map((order) => [order.id, listed.get(customerKey(order.customerNumber)) ?? listed.get(EVERYONE)]),
  );
  const leads = rows.map((row, at): [string, OrderedLead] => {
    const { id, country, hasConsent } = row;
    const lead: OrderedLead = {
      ...{ id, country, hasConsent, bought },
      matches: (order) => row.outcomes[places.get(order.id) ?? -1] === 't',
      holders: holders.get(id) ?? [],
      keys: keys[at] ?? { email: null, phone: null },
      isListedFor: (order) => listedFor.get(order.id)?.has(id) === true,
    };
    return [id, lead];
  });
  const byId = new Map(leads);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reads leads with the outcome of each distinct condition; `places` has its place by order. */
async function readRows(
  tx: TenantTransaction,
  orders: readonly StoredOrder[],
  ids: readonly string[],
): Promise<{ rows: Row[]; places: ReadonlyMap<string, number> }> {
  const texts = [...new Set(orders.map(({ where }) => JSON.stringify(where)))];
  const clauses: Sql[] = [];
  const reads = remembering(tx);
  for (const text of texts) clauses.push(await conditionClause(reads, text));
  const rows = await tx.query<Row & Record<string, unknown>>(
    sql`select id, country, email, case when number_valid then phone end as phone, is_sold as "isSold",
      customer_number as "customerNumber", ${consentClause(await requiredConsents(tx))} as "hasConsent",
      array_to_string(array[${join([sql`true`, ...clauses])}], '', 'f') as outcomes
    from leads where organization_id = ${tx.organizationId} and deleted_at is null and id = any(${ids}::uuid[])`,
  );
  const places = new Map(orders.map(({ id, where }) => [id, 1 + texts.indexOf(JSON.stringify(where))]));
  return { rows, places };
}

/** Caches reads that all orders share, such as fields and values. */
function remembering(tx: TenantTransaction): TenantTransaction {
  const answers = new Map<string, Promise<never[]>>();
  const query: TenantTransaction['query'] = (statement, values, name) => {
    const key = JSON.stringify(typeof statement === 'string' ? [statement, values] : statement);
    const answer = answers.get(key) ?? tx.query<never>(statement, values, name);
    answers.set(key, answer);
    return answer;
  };
  return { ...tx, query };
}

/** A condition on a field that is gone holds for no lead. */
async function conditionClause(tx: TenantTransaction, where: string): Promise<Sql> {
  if (where === '[]') return sql`true`;
  try {
    // Who sells doesn't matter.
    return await clause({ ...tx, userId: null }, { where });
  } catch (error) {
    if (error instanceof HttpError) return sql`false`;
    throw error;
  }
}

async function holdersOf(tx: TenantTransaction, rows: readonly Row[]): Promise<Map<string, LeadHolder[]>> {
  const sold = rows.filter(({ isSold }) => isSold);
  if (sold.length === 0) return new Map();
  const sales = await tx.query<LeadHolder & { leadId: string }>(
    `SELECT lead_id AS "leadId", customer_number AS "customerNumber", exclusive FROM lead_sales
     WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[]) AND returned_at IS NULL`,
    [tx.organizationId, sold.map(({ id }) => id)],
  );
  const holders = new Map<string, LeadHolder[]>();
  for (const { leadId, ...holder } of sales) holders.set(leadId, [...(holders.get(leadId) ?? []), holder]);
  for (const { id, customerNumber } of sold) {
    if (!holders.has(id)) holders.set(id, [{ customerNumber: customerNumber ?? '', exclusive: true }]);
  }
  return holders;
}

const EVERYONE = '';

/** Returns the leads on lists for everyone, and those on lists for customers that have one of their own, by the customer's key. */
async function listedRows(
  tx: TenantTransaction,
  orders: readonly StoredOrder[],
  rows: readonly Row[],
): Promise<Map<string, ReadonlySet<string>>> {
  const owners = await tx.query<{ number: string }>(
    'SELECT DISTINCT customer_number AS number FROM suppression_lists WHERE organization_id = $1 AND customer_number IS NOT NULL',
    [tx.organizationId],
  );
  const own = new Set(owners.map(({ number }) => customerKey(number)));
  const asked = new Map(
    orders.flatMap(({ customerNumber }) => {
      const key = customerKey(customerNumber);
      return own.has(key) ? [[key, customerNumber] as const] : [];
    }),
  );
  const listed = new Map<string, ReadonlySet<string>>();
  for (const [key, customer] of [[EVERYONE, undefined] as const, ...asked]) {
    const hits = await askLists(tx, rows, { customer });
    const ids = rows.flatMap(({ id }, at) => {
      const hit = hits[at];
      return hit !== undefined && isHit(hit) ? [id] : [];
    });
    listed.set(key, new Set(ids));
  }
  return listed;
}
