import { z } from 'zod';
import { unlessEmpty } from './shapes.ts';

/** Maximum length of a customer number, in characters. */
export const CUSTOMER_NUMBER_MAX = 200;

export const customerNumber = z
  .string()
  .trim()
  .min(1, 'Please enter a customer number')
  .max(CUSTOMER_NUMBER_MAX);

/** ISO 4217 codes in use. */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');
const KNOWN = new Set(CURRENCIES);

/** Price of one lead: a decimal with at most two places, as text or a number; parsed with two places. */
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

/** Optional price of each lead of a sale; empty form fields count as absent. */
export const saleTerms = {
  price: unlessEmpty(price.optional()),
  currency: unlessEmpty(currency.optional()),
};

/** Price of a sale as the server keeps it. */
export interface SaleTerms {
  price?: string | undefined;
  currency?: string | undefined;
}

/** Reports a price without a currency, and a currency without a price. */
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

/** Reasons that screens suggest for a return; others are free text. */
export const RETURN_REASONS = ['Duplicate', 'Invalid number', 'Wrong country', 'No answer'] as const;

/** Why a customer returned a lead; empty counts as absent. */
export const returnReason = unlessEmpty(z.string().trim().max(200).optional());
