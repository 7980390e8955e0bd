import type { ActivityFigures } from '#contract/dashboard.ts';
import { formatCount, formatNumber, formatPercent, formatShort } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';
import { LANGUAGE } from '../../../ui/format-number.ts';
import { amountIn, returnRate } from '../change-text.tsx';

/** Figure compared with the previous period and charted by step. */
export interface Metric {
  key: string;
  label: string;
  /** Null without a figure. */
  figureOf: (figures: ActivityFigures) => number | null;
  format: (value: number | null) => string;
  /** Formats axis values. */
  short: (value: number) => string;
  /** Bar parts from the bottom up; their sum is the figure. */
  partsOf: (figures: ActivityFigures) => readonly number[];
  /** Describes a step, most important first. */
  describe: (figures: ActivityFigures) => readonly string[];
  isRate?: true;
  bad?: 'up';
}

const count = (value: number | null) => (value === null ? '–' : formatNumber(value));
const percent = (value: number | null) => (value === null ? '–' : formatPercent(value));
const SHORT_PERCENT = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 });

const IMPORTED: Metric = {
  key: 'imported',
  label: 'Rows imported',
  figureOf: ({ imported, updated }) => imported + updated,
  format: count,
  short: formatShort,
  partsOf: ({ imported, updated }) => [imported, updated],
  describe: ({ imports, imported, updated, duplicates }) => [
    `${formatNumber(imported)} imported`,
    `${formatNumber(updated)} updated`,
    `${formatCount(duplicates, 'duplicate')} in ${formatCount(imports, 'file')}`,
  ],
};

const CREATED: Metric = {
  key: 'created',
  label: 'Leads created',
  figureOf: ({ created }) => created,
  format: count,
  short: formatShort,
  partsOf: ({ created }) => [created],
  describe: ({ created }) => [`${formatCount(created, 'lead')} created`],
};

const SOLD: Metric = {
  key: 'sold',
  label: 'Leads sold',
  figureOf: ({ sold }) => sold,
  format: count,
  short: formatShort,
  partsOf: ({ sold }) => [sold],
  describe: ({ sold, returned }) => [
    `${formatCount(sold, 'lead')} sold`,
    `${formatNumber(returned)} returned since`,
  ],
};

const RETURNED: Metric = {
  key: 'returned',
  label: 'Return rate',
  figureOf: returnRate,
  format: percent,
  short: (value) => SHORT_PERCENT.format(value),
  partsOf: (figures) => [returnRate(figures) ?? 0],
  describe: ({ sold, returned }) =>
    sold === 0
      ? ['Nothing sold']
      : [
          `${formatPercent(returned / sold)} returned`,
          `${formatNumber(returned)} of ${formatNumber(sold)} sold`,
        ],
  isRate: true,
  bad: 'up',
};

function revenueIn(currency: string, single: boolean): Metric {
  const shortMoney = new Intl.NumberFormat(LANGUAGE, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  });
  const money = (value: number | null) => formatMoney({ currency, amount: String(value ?? 0) });
  const figureOf = ({ revenue }: ActivityFigures) => amountIn(currency, revenue);
  return {
    key: `revenue-${currency}`,
    label: single ? 'Revenue' : `Revenue in ${currency}`,
    figureOf,
    format: money,
    short: (value) => shortMoney.format(value),
    partsOf: (figures) => [figureOf(figures)],
    describe: (figures) => [
      `${money(figureOf(figures))} revenue`,
      `${formatCount(figures.sold, 'lead')} sold`,
    ],
  };
}

/** Shown without priced sales. */
const NO_REVENUE: Metric = {
  key: 'revenue',
  label: 'Revenue',
  figureOf: () => null,
  format: count,
  short: formatShort,
  partsOf: () => [0],
  describe: () => ['No revenue'],
};

/** Returns the shown figures, with revenue per currency, as currencies are never added. */
export function metricsOf({ now, before }: { now: ActivityFigures; before: ActivityFigures }): Metric[] {
  const used = [...now.revenue, ...before.revenue].map(({ currency }) => currency);
  const currencies = [...new Set(used)].sort();
  const revenue = currencies.map((currency) => revenueIn(currency, currencies.length === 1));
  return [IMPORTED, CREATED, SOLD, RETURNED, ...(revenue.length === 0 ? [NO_REVENUE] : revenue)];
}
