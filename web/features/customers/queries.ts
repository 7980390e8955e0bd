import { keepPreviousData } from '@tanstack/react-query';
import { CUSTOMERS_PAGE_SIZE, getCustomer, listCustomerSales, listCustomers } from '#contract/customers.ts';
import { listDeliveries } from '#contract/deliveries.ts';
import { queryOf } from '../../lib/query.ts';
import type { CustomersView } from './customers-view.ts';

export const SALES_PAGE_SIZE = 10;
export const BULK_SALES_PAGE_SIZE = 5;

/** Query of a page of customers; keeps the previous page while loading. */
export function customersQuery({ search, sort, order, page }: Omit<CustomersView, 'customer'>) {
  const offset = (page - 1) * CUSTOMERS_PAGE_SIZE;
  const query = { search, sort, order, limit: CUSTOMERS_PAGE_SIZE, offset };
  return { ...queryOf(listCustomers, { query }), placeholderData: keepPreviousData };
}

export function customerQuery(customer: string) {
  return queryOf(getCustomer, { query: { customer } });
}

export type SalesChoice = 'all' | 'true' | 'false';

/** Query of a page of a customer's sales; `page` starts at 1. */
export function customerSalesQuery(customer: string, returned: SalesChoice, page: number) {
  const query = { customer, returned, limit: SALES_PAGE_SIZE, offset: (page - 1) * SALES_PAGE_SIZE };
  return { ...queryOf(listCustomerSales, { query }), placeholderData: keepPreviousData };
}

/** Query of a page of bulk sales; `page` starts at 1. */
export function bulkSalesQuery(customer: string, page: number) {
  const query = { customer, limit: BULK_SALES_PAGE_SIZE, offset: (page - 1) * BULK_SALES_PAGE_SIZE };
  return { ...queryOf(listDeliveries, { query }), placeholderData: keepPreviousData };
}
