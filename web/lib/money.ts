import type { Money } from '#contract/customers.ts';
import { formatAmount } from './format.ts';

/** Formats an amount, such as `$12.50`. */
export function formatMoney({ amount, currency }: Money): string {
  return formatAmount(Number(amount), currency);
}

/** Formats sums of several currencies; a dash without any. */
export function formatRevenue(revenue: readonly Money[]): string {
  // Prevents line breaks.
  return revenue.length === 0 ? '–' : revenue.map(formatMoney).join('\u00a0·\u00a0');
}
