import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerTerms } from '#contract/customers.ts';
import { CUSTOMER_NUMBER_MAX, price, type SaleTerms } from '#contract/sale-terms.ts';
import { queryOf } from './query.ts';
import { useDebounced } from './use-debounced.ts';

export interface PriceDraft {
  price: string;
  currency: string;
}

export interface SalePrice {
  draft: PriceDraft;
  edit: (change: Partial<PriceDraft>) => void;
  reset: () => void;
  /** Values to send; null while invalid. */
  terms: SaleTerms | null;
  problem: PriceProblem | null;
  customerName: string | null;
  /** Columns of the customer's deliveries; null: all. */
  columns: readonly string[] | null;
}

export interface PriceProblem {
  at: keyof PriceDraft;
  message: string;
}

const LOOK_UP_MS = 250;

const DECIMAL_COMMA = /^(?:\d{1,10}|\d{1,3}(?:\.\d{3}){1,3}),\d{1,2}$/;
const GROUPED = /^\d{1,3}(?:,\d{3}){1,3}\.\d{1,2}$/;

/** Returns an amount with a decimal point and without group separators; unchanged if it could mean two amounts. */
export function plainAmount(typed: string): string {
  const text = typed.trim();
  if (DECIMAL_COMMA.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}

/** Returns the problem of a price; null if valid or omitted. */
export function priceProblem(draft: PriceDraft): PriceProblem | null {
  const amount = plainAmount(draft.price);
  if (amount === '') return null;
  const read = price.safeParse(amount);
  if (!read.success)
    return { at: 'price', message: read.error.issues[0]?.message ?? 'Enter a price, e.g. 12.50' };
  return draft.currency === '' ? { at: 'currency', message: 'Choose a currency for the price' } : null;
}

/** Returns the values to send; empty without a price. */
export function priceTerms({ price: typed, currency }: PriceDraft): SaleTerms {
  const amount = plainAmount(typed);
  return amount === '' ? {} : { price: amount, currency };
}

/** Holds a sale's price, initially the given one, the customer's own or the last sale's. */
export function useSalePrice(customerNumber: string, given: Partial<PriceDraft> = {}): SalePrice {
  const [typed, setTyped] = useState(given);
  const customer = useDebounced(customerNumber.trim(), LOOK_UP_MS);
  const { data } = useQuery({
    ...queryOf(customerTerms, { query: { customer } }),
    enabled: customer !== '' && customer.length <= CUSTOMER_NUMBER_MAX,
  });
  const draft = {
    price: typed.price ?? data?.price ?? '',
    currency: typed.currency ?? data?.currency ?? '',
  };
  const problem = priceProblem(draft);
  return {
    draft,
    edit: (change) => setTyped((now) => ({ ...now, ...change })),
    reset: () => setTyped({}),
    terms: problem === null ? priceTerms(draft) : null,
    problem,
    customerName: data?.name ?? null,
    columns: data?.columns ?? null,
  };
}
