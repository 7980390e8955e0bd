import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import type { Money, SalesFigures } from '#contract/customers.ts';
import { formatPercent } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { LANGUAGE } from '../../ui/format-number.ts';

interface ChangeTextProps {
  change: FigureChange;
  /** Formatted figure of the previous period. */
  before: string;
  /** Direction that is bad news. */
  bad?: 'up' | 'down';
  /** Puts the previous figure on its own line. */
  stacked?: boolean;
}

const ICONS = { up: ArrowUpRight, down: ArrowDownRight, same: Minus } as const;

export function ChangeText({ change, before, bad = 'down', stacked = false }: ChangeTextProps) {
  const { direction, words } = change;
  const Icon = ICONS[direction];
  const tone = direction === 'same' ? 'text-muted' : direction === bad ? 'text-negative' : 'text-positive';
  return (
    <span
      className={cx(
        'gap-x-1 text-12 whitespace-nowrap tabular-nums',
        stacked ? 'block' : 'inline-flex align-middle',
      )}
    >
      <span className={cx('inline-flex items-center gap-0.5 font-medium', tone)}>
        <Icon className="size-3.5 shrink-0" aria-hidden />
        {words}
      </span>
      <span className={cx('text-muted', stacked && 'block')}> from {before}</span>
    </span>
  );
}

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

interface FigureChange {
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
