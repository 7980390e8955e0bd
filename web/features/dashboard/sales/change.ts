import type { Money, SalesFigures } from '#contract/customers.ts';
import { formatPercent } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';

/** Share of sold leads that were returned, 0 to 1; null if none were sold. */
export function returnRate({ sold, returned }: Pick<SalesFigures, 'sold' | 'returned'>): number | null {
  return sold === 0 ? null : returned / sold;
}

/** Formats a return rate; a dash if nothing was sold. */
export function rateText(figures: Pick<SalesFigures, 'sold' | 'returned'>): string {
  const rate = returnRate(figures);
  return rate === null ? '–' : formatPercent(rate);
}

/** Formats the relative change of a number, such as `+12.5%`; null where there was nothing before. */
export function changeText(now: number, before: number): string | null {
  if (before === 0) return null;
  const change = (now - before) / before;
  return `${change > 0 ? '+' : ''}${formatPercent(change)}`;
}

/** A sum of this period or the one before, in one currency. */
export interface ComparedMoney {
  currency: string;
  now: string;
  before: string;
  change: string | null;
}

/** Pairs the sums of two periods by currency, the greatest one of this period first within the order of codes. */
export function comparedMoney(now: readonly Money[], before: readonly Money[]): ComparedMoney[] {
  const amount = (sums: readonly Money[], currency: string) =>
    sums.find((sum) => sum.currency === currency)?.amount ?? '0.00';
  const currencies = [...new Set([...now, ...before].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const [current, earlier] = [amount(now, currency), amount(before, currency)];
    return {
      currency,
      now: formatMoney({ currency, amount: current }),
      before: formatMoney({ currency, amount: earlier }),
      change: changeText(Number(current), Number(earlier)),
    };
  });
}
