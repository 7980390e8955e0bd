import { CUSTOMER_SORTS, type CustomerSort } from '#contract/customers.ts';
import type { CustomersSearch } from './search.ts';

/** By default the latest buyer is first. */
export interface CustomerOrder {
  sort: CustomerSort;
  order: 'asc' | 'desc';
}

export interface CustomersView extends CustomerOrder {
  search: string;
  page: number;
  customer: string | undefined;
}

const DEFAULT: CustomerOrder = { sort: 'lastSaleAt', order: 'desc' };
const TEXTS: ReadonlySet<CustomerSort> = new Set(['number', 'name']);

/** Parses the URL's parameters; ignores malformed values. */
export function customersView(given: CustomersSearch): CustomersView {
  const sort = CUSTOMER_SORTS.find((known) => known === given.sort) ?? DEFAULT.sort;
  const page = Number(given.page ?? 1);
  return {
    sort,
    order: given.order === 'asc' || given.order === 'desc' ? given.order : firstOrder(sort),
    search: String(given.search ?? '').slice(0, 200),
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : 1,
    customer: given.customer === undefined ? undefined : String(given.customer),
  };
}

/** Returns an order's parameters; none for the default. */
export function orderSearch({ sort, order }: CustomerOrder): Pick<CustomersSearch, 'sort' | 'order'> {
  const isFirst = order === firstOrder(sort);
  return {
    sort: sort === DEFAULT.sort ? undefined : sort,
    order: isFirst ? undefined : order,
  };
}

/** Returns the order after a click: texts ascend, numbers and times descend first. */
export function nextOrder(now: CustomerOrder, sort: CustomerSort): CustomerOrder {
  if (now.sort !== sort) return { sort, order: firstOrder(sort) };
  return { sort, order: now.order === 'asc' ? 'desc' : 'asc' };
}

function firstOrder(sort: CustomerSort): CustomerOrder['order'] {
  return TEXTS.has(sort) ? 'asc' : 'desc';
}
