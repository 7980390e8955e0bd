import type { SaleTerms } from '#contract/sale-terms.ts';
import { INSERTED } from '../../platform/db/insert-selected.ts';
import { newId } from '../../platform/ids.ts';
import type { PersonKeys } from '../customer-orders/person-key-reads.ts';
import type { StoredOrder } from '../customer-orders/stored-order.ts';
import { WINDOW_ENDED } from '../sales/return-window-reads.ts';
import { insertSales, SOLD_COLUMNS } from '../sales/sale-writes.ts';
import { foldText } from '../values/fold-text.ts';
import type { BatchChange } from './batch-writes.ts';
import type { StoredAction } from './operation.ts';
import { eventJoin } from './undo-reads.ts';

/** A sold lead `b` that only an administrator can still return; `$9` is true for one. */
const OUTSIDE_WINDOW = `NOT $9::boolean AND EXISTS (
    SELECT FROM lead_sales s JOIN customers c ON c.organization_id = $1 AND c.number = s.customer_number
    WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.customer_number = b.customer_number AND s.returned_at IS NULL
      AND ${WINDOW_ENDED})`;

/** A lead merged from two sold ones has another open sale. */
const NEXT_CUSTOMER = `(SELECT s.customer_number FROM lead_sales s
  WHERE s.organization_id = $1 AND s.lead_id = b.id AND s.returned_at IS NULL AND s.customer_number <> b.customer_number
  ORDER BY s.sold_at DESC, s.id DESC LIMIT 1)`;

/** The assignments of a lead `b` whose sale ends. */
const END_SALE = `is_sold = ${NEXT_CUSTOMER} IS NOT NULL, customer_number = ${NEXT_CUSTOMER}`;

/**
 * Ends the sales of the leads of `changed` to the customer that they had; another customer keeps a merged lead. By keys, as a join reads all
 * sales for each lead; IS TRUE keeps the second condition from becoming one.
 */
function endSales(set: string): string {
  return `sales AS (
    UPDATE lead_sales SET returned_at = now(), returned_by_name = $6, ${set}
    WHERE organization_id = $1 AND lead_id = ANY(ARRAY(SELECT id FROM changed)) AND returned_at IS NULL
      AND ((lead_id, customer_number) IN (SELECT id, was_customer_number_recorded FROM changed)) IS TRUE
  )`;
}

/** No return: no total counts the sale any more. */
export const SALES_UNDONE = endSales("return_reason = 'Undone', counted = false");

/** The sale and its event carry the moment of the transaction that returned it. */
export const SALES_REOPENED = `sales AS (
    UPDATE lead_sales s SET returned_at = NULL, returned_by_name = NULL, return_reason = NULL
    FROM changed c
    ${eventJoin('$8::uuid', 'c')}
    WHERE s.organization_id = $1 AND s.lead_id = c.id AND s.returned_at = e.created_at
  )`;

/** Takes sold leads back. With `anyTime`, no return window limits it. */
export function returnFrom({
  reason,
  anyTime,
}: {
  reason?: string | null | undefined;
  anyTime?: boolean | undefined;
}): BatchChange {
  return {
    kind: 'returned',
    set: [END_SALE],
    when: `b.is_sold AND NOT (${OUTSIDE_WINDOW})`,
    refused: `b.is_sold AND ${OUTSIDE_WINDOW}`,
    columns: ['is_sold', 'customer_number'],
    values: [reason ?? null, anyTime === true],
    also: [endSales('return_reason = $8')],
  };
}

const HAS = (tag: string): string =>
  `EXISTS (SELECT FROM unnest(b.tags) AS h (tag) WHERE lower(h.tag) = lower(${tag}))`;
const NAMED = 'EXISTS (SELECT FROM unnest($8::text[]) AS n (tag) WHERE lower(n.tag) = lower(h.tag))';

/** Returns the change of an action that SQL decides alone. */
export function sqlChangeOf(action: StoredAction): BatchChange {
  switch (action.type) {
    case 'status':
      return {
        ...{ kind: 'bulk', set: ['status = $8'], when: 'b.status <> $8' },
        ...{ columns: ['status'], values: [action.status] },
      };
    case 'addTags':
      return {
        kind: 'bulk',
        set: [
          `tags = b.tags || ARRAY(SELECT n.tag FROM unnest($8::text[]) WITH ORDINALITY AS n (tag, place)
            WHERE NOT ${HAS('n.tag')} ORDER BY n.place)`,
        ],
        when: `EXISTS (SELECT FROM unnest($8::text[]) AS n (tag) WHERE NOT ${HAS('n.tag')})`,
        ...{ columns: ['tags'], values: [action.tags] },
      };
    case 'removeTags':
      return {
        kind: 'bulk',
        set: [
          `tags = ARRAY(SELECT h.tag FROM unnest(b.tags) WITH ORDINALITY AS h (tag, place) WHERE NOT ${NAMED} ORDER BY h.place)`,
        ],
        when: `EXISTS (SELECT FROM unnest(b.tags) AS h (tag) WHERE ${NAMED})`,
        ...{ columns: ['tags'], values: [action.tags] },
      };
    case 'note':
      return {
        kind: 'bulk',
        // Citus takes no concat_ws() here.
        set: ["searched_notes = coalesce(b.searched_notes || E'\\n', '') || $9::text"],
        columns: [],
        values: [action.text, foldText(action.text)],
        also: [
          `notes AS (
            INSERT INTO lead_notes (organization_id, lead_id, id, text, created_by, created_by_name)
            SELECT $1, id, event_id, $8, $5::uuid, $6 FROM changed ${INSERTED}
          )`,
        ],
      };
    case 'markSold':
      return saleTo(action, []);
    case 'returnSale':
      return returnFrom(action);
    case 'delete':
      return { kind: 'deleted', set: ['deleted_at = now()'], columns: [] };
    case 'restore':
      return { kind: 'restored', set: ['deleted_at = NULL'], columns: [] };
    default:
      throw new TypeError(`${action.type} has rules of its own`);
  }
}

/** Leads sold to another customer are refused. `keys` has the person of each lead. */
export function saleTo(
  { customerNumber, price, currency }: SaleTerms & { customerNumber: string },
  keys: readonly PersonKeys[],
): BatchChange {
  return {
    ...sale([customerNumber, price ?? null, currency ?? null, null, true], keys),
    when: 'NOT b.is_sold',
    refused: 'b.is_sold AND b.customer_number IS DISTINCT FROM $8',
  };
}

/**
 * A sale through an order, which has decided that it takes the leads; the last customer is the one that they name.
 * @param deliverAt when the leads are delivered; null for at once
 */
export function saleThrough(
  { id, name, customerNumber, price, currency, exclusive, delivery }: StoredOrder,
  keys: readonly PersonKeys[],
  deliverAt: Date | null,
): BatchChange {
  const sold = {
    ...sale([customerNumber, price, currency, id, exclusive], keys),
    detail: `Order ${name}`,
  };
  return delivery.kind === 'none' ? sold : withDeliveries(sold, deliverAt);
}

/** @param values customer number, price, currency, order, and whether it is exclusive */
function sale(values: readonly unknown[], keys: readonly PersonKeys[]): BatchChange {
  return {
    kind: 'sold',
    set: ['is_sold = true', 'customer_number = $8'],
    columns: ['is_sold', 'customer_number'],
    values,
    given: {
      email_key: { type: 'uuid', values: keys.map(({ email }) => email) },
      phone_key: { type: 'uuid', values: keys.map(({ phone }) => phone) },
    },
    returning: SOLD_COLUMNS,
    also: [
      insertSales({
        ...{ customerNumber: '$8', by: '$5', name: '$6', price: '$9', currency: '$10' },
        ...{ order: '$11', exclusive: '$12' },
      }),
    ],
  };
}

/** A status that a list checked now. */
export function checkedAs(
  column: 'hlr' | 'whatsapp',
  statuses: readonly string[],
  source: string,
): BatchChange {
  return {
    kind: 'bulk',
    set: [`${column} = p.status`, `${column}_checked_at = now()`, `${column}_source = $8`],
    columns: [column, `${column}_checked_at`, `${column}_source`],
    values: [source],
    given: { status: { type: 'text', values: statuses } },
  };
}

/** Owners, one for each lead. */
export function assignedTo(owners: readonly (string | null)[]): BatchChange {
  return {
    ...{ kind: 'bulk', set: ['owner_id = p.owner'], when: 'b.owner_id IS DISTINCT FROM p.owner' },
    ...{ columns: ['owner_id'], given: { owner: { type: 'uuid', values: owners } } },
  };
}

/** Removes the notes of an operation, which have the ids of its events. */
export const NOTES_REMOVED = `notes AS (
    DELETE FROM lead_notes n USING lead_events e
    WHERE n.organization_id = $1 AND n.lead_id = ANY(ARRAY(SELECT id FROM changed)) AND n.id = e.id
      AND e.organization_id = $1 AND e.lead_id = n.lead_id AND e.operation_id = $8::uuid
  )`;

/** Valid phones, one for each lead. */
export function newPhones(phones: readonly string[]): BatchChange {
  return {
    kind: 'bulk',
    set: ['phone = p.phone', 'number_valid = true'],
    columns: ['phone', 'number_valid'],
    given: { phone: { type: 'text', values: phones } },
  };
}

/** Adds a delivery of each sold lead to a sale whose values are customer, price, currency, order and whether it is exclusive. */
function withDeliveries(sale: BatchChange, at: Date | null): BatchChange {
  const ids = sale.given?.['email_key']?.values.map(() => newId()) ?? [];
  return {
    ...sale,
    values: [...(sale.values ?? []), at],
    given: { ...sale.given, delivery_id: { type: 'uuid', values: ids } },
    returning: [...(sale.returning ?? []), 'p.delivery_id'],
    also: [
      ...(sale.also ?? []),
      `deliveries AS (
        INSERT INTO deliveries (organization_id, id, order_id, customer_number, lead_id, sale_id, next_at)
        SELECT $1, delivery_id, $11::uuid, $8, id, event_id, coalesce($13::timestamptz, now()) FROM changed ${INSERTED}
      )`,
    ],
  };
}
