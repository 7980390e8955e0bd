import type { TenantTransaction } from '../../platform/db/scope.ts';
import { STORED } from '../fields.ts';
import { WAS_VALID } from './batch-writes.ts';
import type { IdentityClaim } from './identities.ts';

/**
 * Whether a lead `b` is as the event `e` of an operation left it: each version since is of an operation undone since, or of such an undo.
 * Undos work only on leads as their operation left them, so these pairs are nested. OFFSET 0: reads an operation for each event.
 */
export const IS_AS_LEFT = `(b.version = e.version OR b.version > e.version AND b.version - e.version = (
    SELECT count(*) FROM lead_events x
    CROSS JOIN LATERAL (
      SELECT undoes, undone_by FROM bulk_operations WHERE organization_id = $1 AND id = x.operation_id OFFSET 0
    ) o
    WHERE x.organization_id = $1 AND x.lead_id = b.id AND x.version > e.version AND EXISTS (
      SELECT FROM lead_events y
      WHERE y.organization_id = $1 AND y.lead_id = b.id AND y.version > e.version
        AND y.operation_id IN (o.undoes, o.undone_by)
    )
  ))`;

const TYPES: ReadonlyMap<string, string> = new Map<string, string>(
  [
    ...STORED,
    ['is_sold', 'boolean'],
    ['hlr_checked_at', 'timestamptz'],
    ['whatsapp_checked_at', 'timestamptz'],
  ].map(([column, type]) => [String(column), String(type)]),
);

/** The custom fields that the operation changed; fields deleted since stay empty. */
const CUSTOM_BEFORE = `(b.custom_data - ARRAY(
    SELECT key FROM jsonb_each((e.changes -> 'custom_data' -> 0) || (e.changes -> 'custom_data' -> 1)) AS f (key, value)
    WHERE (e.changes -> 'custom_data' -> 0 -> key) IS DISTINCT FROM (e.changes -> 'custom_data' -> 1 -> key)
  )) || (
    SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(e.changes -> 'custom_data' -> 0) AS f (key, value)
    WHERE value IS DISTINCT FROM (e.changes -> 'custom_data' -> 1 -> key) AND key = ANY($9::text[])
  )`;

/** The value of a lead `b` before the event `e`. The SELECT: Citus takes only immutable casts. */
function valueBefore(column: string, held = `b.${column}`): string {
  const was = `e.changes -> '${column}'`;
  const type = TYPES.get(column) ?? 'text';
  const plain = type === 'text' ? `${was} ->> 0` : `(SELECT (${was} ->> 0)::${type})`;
  const tags = `ARRAY(SELECT jsonb_array_elements_text(${was} -> 0))`;
  const value = type === 'jsonb' ? CUSTOM_BEFORE : type === 'text[]' ? tags : plain;
  return `CASE WHEN e.changes ? '${column}' THEN ${value} ELSE ${held} END`;
}

/** A merged customer's number as that of the customer that remains. */
const customerNow = (number: string) =>
  `coalesce((SELECT n.number FROM customer_numbers n
     WHERE n.organization_id = $1 AND n.key = coalesce(sort_text(btrim(${number})), '')), ${number})`;

/** The assignment that gives a column its value before the event; `$9` are the names of the custom fields. */
export function putBack(column: string): string {
  if (column === 'customer_number') return `${column} = ${customerNow(`(${valueBefore(column)})`)}`;
  return `${column} = ${column === 'number_valid' ? valueBefore(column, WAS_VALID) : valueBefore(column)}`;
}

/**
 * JOIN, as `e`, of the event that an operation recorded for each lead of a batch. OFFSET 0: by its key, not the whole operation.
 * @param operation SQL of the operation's id
 * @param batch alias of the rows whose column `id` names the leads
 */
export function eventJoin(operation: string, batch: string): string {
  return `CROSS JOIN LATERAL (
    SELECT * FROM lead_events o WHERE o.organization_id = $1 AND o.operation_id = ${operation} AND o.lead_id = ${batch}.id OFFSET 0
  ) e`;
}

/** The sale of an order that an undo of a return would reopen. */
export interface ReturnedSale {
  leadId: string;
  orderId: string;
  customerNumber: string;
  country: string | null;
  soldAt: Date;
}

/** Returns the sales of orders that a return ended, by order. */
export function returnedOrderSales(
  tx: TenantTransaction,
  operation: string,
  ids: readonly string[],
): Promise<ReturnedSale[]> {
  return tx.query<ReturnedSale & Record<string, unknown>>(
    `SELECT s.lead_id AS "leadId", s.order_id AS "orderId", s.customer_number AS "customerNumber", s.country, s.sold_at AS "soldAt"
     FROM lead_events e JOIN lead_sales s ON s.organization_id = $1 AND s.lead_id = e.lead_id AND s.returned_at = e.created_at
     WHERE e.organization_id = $1 AND e.operation_id = $2 AND e.lead_id = ANY ($3::uuid[]) AND s.order_id IS NOT NULL
     ORDER BY s.order_id, s.lead_id`,
    [tx.organizationId, operation, ids],
  );
}

/** Returns the columns that the operation changed in any of these leads. */
export async function recordedColumns(
  tx: TenantTransaction,
  operation: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ column: string }>(
    `SELECT DISTINCT jsonb_object_keys(changes) AS "column" FROM lead_events
     WHERE organization_id = $1 AND operation_id = $2 AND lead_id = ANY($3::uuid[]) ORDER BY 1`,
    [tx.organizationId, operation, ids],
  );
  return rows.map(({ column }) => column);
}

/** Returns the leads that are as the operation left them, newest first, with the identities that its undo gives and takes. */
export async function identitiesPutBack(
  tx: TenantTransaction,
  operation: string,
  ids: readonly string[],
): Promise<(IdentityClaim & { gives: string[] })[]> {
  const rows = await tx.query<{ id: string; held: string[]; put: string[] }>(
    `SELECT b.id,
       CASE WHEN b.deleted_at IS NULL THEN array_remove(ARRAY[b.email, CASE WHEN b.number_valid THEN b.phone END], NULL)
         ELSE '{}' END AS held,
       array_remove(ARRAY[${valueBefore('email')}, CASE WHEN ${valueBefore('number_valid')} THEN ${valueBefore('phone')} END], NULL)
         AS put
     FROM lead_events e CROSS JOIN LATERAL (
       SELECT * FROM leads WHERE organization_id = $1 AND id = e.lead_id OFFSET 0
     ) b
     WHERE e.organization_id = $1 AND e.operation_id = $2 AND e.lead_id = ANY($3::uuid[]) AND ${IS_AS_LEFT}
     ORDER BY b.id DESC`,
    [tx.organizationId, operation, ids],
  );
  return rows.map(({ id, held, put }) => ({
    id,
    gets: put.filter((one) => !held.includes(one)),
    gives: held.filter((one) => !put.includes(one)),
  }));
}
