import type { SaleTerms } from '#contract/sale-terms.ts';
import { insertSales, SOLD_SOURCE } from '../sales/sale-writes.ts';
import type { BatchChange } from './batch-writes.ts';
import type { StoredAction } from './operation.ts';
import { RETURN } from './return-writes.ts';

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
    case 'markSold':
      return saleTo(action);
    case 'returnSale':
      return { ...RETURN, values: [action.reason ?? null, action.anyTime === true] };
    case 'delete':
      return { kind: 'deleted', set: ['deleted_at = now()'], columns: [] };
    case 'restore':
      return { kind: 'restored', set: ['deleted_at = NULL'], columns: [] };
    default:
      throw new TypeError(`${action.type} has rules of its own`);
  }
}

/** Leads sold to another customer are refused. */
export function saleTo({
  customerNumber,
  price,
  currency,
}: SaleTerms & { customerNumber: string }): BatchChange {
  return {
    kind: 'sold',
    set: ['is_sold = true', 'customer_number = $8'],
    when: 'NOT b.is_sold',
    refused: 'b.is_sold AND b.customer_number IS DISTINCT FROM $8',
    columns: ['is_sold', 'customer_number'],
    values: [customerNumber, price ?? null, currency ?? null],
    returning: [SOLD_SOURCE],
    also: [insertSales({ customerNumber: '$8', by: '$5', name: '$6', price: '$9', currency: '$10' })],
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

/** Valid phones, one for each lead. */
export function newPhones(phones: readonly string[]): BatchChange {
  return {
    kind: 'bulk',
    set: ['phone = p.phone', 'number_valid = true'],
    columns: ['phone', 'number_valid'],
    given: { phone: { type: 'text', values: phones } },
  };
}
