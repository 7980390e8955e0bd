import type { Money, SalesFigures } from '#contract/customers.ts';
import { formatPercent } from '../../lib/format.ts';
import { LANGUAGE } from '../../ui/format-number.ts';

/** Returns the share of returned sales, 0 to 1; null without sales. */
export function returnRate({ sold, returned }: Pick<SalesFigures, 'sold' | 'returned'>): number | null {
  return sold === 0 ? null : returned / sold;
}

/** Formats a return rate; a dash without sales. */
export function rateText(figures: Pick<SalesFigures, 'sold' | 'returned'>): string {
  const rate = returnRate(figures);
  return rate === null ? '–' : formatPercent(rate);
}

/** Returns the sum in a currency, or 0. */
export function amountIn(currency: string, sums: readonly Money[]): number {
  return Number(sums.find((sum) => sum.currency === currency)?.amount ?? 0);
}

/** Change from the previous period. */
export interface FigureChange {
  direction: 'up' | 'down' | 'same';
  /** Such as `Up 12.5%`. */
  words: string;
}

const POINTS = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * Compares figures of two periods: rates by points, numbers by percentage unless rising from zero.
 * @returns null without a comparison
 */
export function changeOf(now: number | null, before: number | null, isRate = false): FigureChange | null {
  if (now === null || before === null) return null;
  if (now === before) return { direction: 'same', words: 'No change' };
  const direction = now > before ? 'up' : 'down';
  const word = now > before ? 'Up' : 'Down';
  if (isRate) return { direction, words: `${word} ${POINTS.format(Math.abs(now - before) * 100)} points` };
  if (before === 0) return { direction, words: word };
  return { direction, words: `${word} ${formatPercent(Math.abs(now - before) / before)}` };
}
