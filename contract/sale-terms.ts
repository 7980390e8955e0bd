import { z } from 'zod';
import { unlessEmpty } from './shapes.ts';

/** In characters. */
export const CUSTOMER_NUMBER_MAX = 200;

export const customerNumber = z
  .string()
  .trim()
  .min(1, 'Please enter a customer number')
  .max(CUSTOMER_NUMBER_MAX);

/** ISO 4217 codes. */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');
const KNOWN = new Set(CURRENCIES);

/** Price per lead: a decimal with at most two places, text or number; parsed with two places. */
export const price = z
  .union([z.string(), z.number()], 'Enter a price, e.g. 12.50')
  .transform((value) => String(value).trim())
  .refine(
    (text) => /^\d{1,10}(\.\d{1,2})?$/.test(text),
    'Enter a price, e.g. 12.50, with at most two decimals',
  )
  .transform((text) => Number(text).toFixed(2));

/** ISO 4217 code, in any case. */
export const currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => KNOWN.has(code), 'Enter a currency code such as USD or EUR');

/** Optional price per lead; empty form fields count as absent. */
export const saleTerms = {
  price: unlessEmpty(price.optional()),
  currency: unlessEmpty(currency.optional()),
};

export interface SaleTerms {
  price?: string | undefined;
  currency?: string | undefined;
}

/** Reports a price without a currency, and vice versa. */
export function checkTerms({ value, issues }: z.core.ParsePayload<SaleTerms>): void {
  const { price: amount, currency: code } = value;
  if (amount !== undefined && code === undefined) {
    issues.push({
      code: 'custom',
      path: ['currency'],
      message: 'Choose a currency for the price',
      input: code,
    });
  }
  if (amount === undefined && code !== undefined) {
    issues.push({
      code: 'custom',
      path: ['price'],
      message: 'Enter a price for the currency',
      input: amount,
    });
  }
}

/** Suggested reasons; free text is allowed. */
export const RETURN_REASONS = ['Duplicate', 'Invalid number', 'Wrong country', 'No answer'] as const;

/** Empty counts as absent. */
export const returnReason = unlessEmpty(z.string().trim().max(200).optional());
