import { type CustomFieldSpec, customFieldName, importField } from '#contract/lead-fields.ts';
import type { Row } from '#packages/tabular/tabular.ts';
import { currencyOf, withoutCurrency } from './normalise-amount.ts';
import { DATE_ORDERS, type DateOrder, datesByOrder } from './normalise-date.ts';
import { type DecimalSign, decimalEvidence } from './normalise-number.ts';

/** Conventions for the values of one column. */
export interface ColumnStyle {
  dateOrder: DateOrder;
  decimal: DecimalSign;
  /** Other orders that the column's dates may have as well. */
  rivals?: DateOrder[];
  /** Code of the only currency that the column's amounts name, or MIXED. */
  currency?: string;
}

/** Amounts of a column name several currencies. */
export const MIXED = 'mixed';
const CODE = /^[A-Z]{3}$/;

/** By column name, as plain JSON. */
export type ColumnStyles = Record<string, ColumnStyle>;

/** By column name, for the columns whose style matters. */
export type InferableColumns = Record<string, Kind>;

/** `money`: an amount whose currency no column says. */
type Kind = 'date' | 'number' | 'money';

/** Without evidence: most source countries write the day first, and programs a decimal point. */
export const DEFAULT_STYLE: ColumnStyle = { dateOrder: 'dmy', decimal: '.' };

export function inferableColumns(
  mapping: Readonly<Record<string, string>>,
  customFields: readonly CustomFieldSpec[],
): InferableColumns {
  const hasCurrency = Object.values(mapping).includes('currency');
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([column, target]): [string, Kind][] => {
      const custom = customFields.find((field) => field.name === customFieldName(target));
      const kind = target === 'consentAt' ? 'date' : (importField(target)?.kind ?? custom?.type);
      if (kind === 'date') return [[column, 'date']];
      if (kind === 'amount' && !hasCurrency) return [[column, 'money']];
      return kind === 'amount' || kind === 'number' ? [[column, 'number']] : [];
    }),
  );
}

export function styleOfColumn(styles: Readonly<ColumnStyles>, column: string): ColumnStyle {
  return (Object.hasOwn(styles, column) ? styles[column] : undefined) ?? DEFAULT_STYLE;
}

/** The caller passes every row of the file to `observe`, in any batches, then reads `result`. */
export interface StyleInference {
  observe(rows: readonly Row[]): void;
  result(): ColumnStyles;
}

interface Tally {
  column: string;
  index: number;
  kind: Kind;
  currencies: Set<string>;
  counts: Record<DecimalSign | 'ambiguous.' | 'ambiguous,', number>;
  dates: DateTally;
}

/** Dates of three numbers, and how many of them are one in each order. */
interface DateTally {
  /** As `yyyy-mm-dd`. */
  today: string;
  total: number;
  orders: Record<DateOrder, { valid: number; future: number; first: number; last: number }>;
}

/**
 * Infers the style of a file's date and number columns from all values.
 * Rule: dates have the order in which most are dates, then fewest lie in the future, then their years lie closest together. Each number with
 * one reading is a vote (12,50), and the majority decides; without votes, `1.234` counts as grouped thousands, so the other sign is decimal.
 * A tie or no evidence gives `DEFAULT_STYLE`. Order and batches don't matter.
 */
export function createStyleInference(
  columns: readonly string[],
  kinds: Readonly<InferableColumns>,
): StyleInference {
  const tallies = columns.flatMap((column, index) => {
    const kind = Object.hasOwn(kinds, column) ? kinds[column] : undefined;
    return kind ? [newTally(column, index, kind)] : [];
  });
  return {
    observe(rows) {
      for (const { cells } of rows) for (const tally of tallies) countVote(tally, cells[tally.index] ?? '');
    },
    result: () => Object.fromEntries(tallies.map((tally) => [tally.column, inferredStyle(tally)])),
  };
}

function newTally(column: string, index: number, kind: Kind): Tally {
  return {
    column,
    index,
    kind,
    currencies: new Set(),
    counts: { '.': 0, ',': 0, 'ambiguous.': 0, 'ambiguous,': 0 },
    dates: {
      today: new Date().toISOString().slice(0, 10),
      total: 0,
      orders: { dmy: noDates(), mdy: noDates(), ymd: noDates() },
    },
  };
}

function noDates() {
  return { valid: 0, future: 0, first: Number.POSITIVE_INFINITY, last: 0 };
}

function countVote(tally: Tally, cell: string): void {
  if (cell === '') return;
  if (tally.kind === 'date') countDate(tally.dates, cell);
  else {
    const vote = numberEvidence(cell);
    if (vote) tally.counts[vote] += 1;
    const currency = tally.kind === 'money' ? currencyOf(cell) : null;
    if (currency !== null) tally.currencies.add(currency);
  }
}

function countDate(tally: DateTally, cell: string): void {
  const { today } = tally;
  const dates = datesByOrder(cell, Number(today.slice(0, 4)));
  if (dates === null) return;
  tally.total += 1;
  for (const order of DATE_ORDERS) {
    const date = dates[order];
    if (date === null) continue;
    const counted = tally.orders[order];
    const year = Number(date.slice(0, 4));
    counted.valid += 1;
    if (date > today) counted.future += 1;
    counted.first = Math.min(counted.first, year);
    counted.last = Math.max(counted.last, year);
  }
}

function inferredOrder({ total, orders }: DateTally): Pick<ColumnStyle, 'dateOrder' | 'rivals'> {
  const compared = (one: DateOrder, other: DateOrder): number => {
    const [a, b] = [orders[one], orders[other]];
    return b.valid - a.valid || a.future - b.future || a.last - a.first - (b.last - b.first);
  };
  const [best = DEFAULT_STYLE.dateOrder, ...others] = DATE_ORDERS.toSorted(compared);
  // Dates that the best order can't read have another one.
  const isMixed = orders[best].valid < total;
  const rivals = others.filter(
    (order) => orders[order].valid > 0 && (isMixed || compared(best, order) === 0),
  );
  return { dateOrder: best, ...(rivals.length > 0 && { rivals }) };
}

/** Returns whether a date means another day in another order that its column may have. */
export function isUnsureDate(text: string, { dateOrder, rivals = [] }: ColumnStyle): boolean {
  if (rivals.length === 0) return false;
  const dates = datesByOrder(text, new Date().getUTCFullYear());
  const date = dates?.[dateOrder] ?? null;
  return date !== null && rivals.some((order) => (dates?.[order] ?? date) !== date);
}

function numberEvidence(cell: string): ReturnType<typeof decimalEvidence> {
  // Whole numbers are no evidence.
  if (!cell.includes('.') && !cell.includes(',')) return null;
  const number = withoutCurrency(cell);
  return number === null ? null : decimalEvidence(number);
}

function inferredStyle({ kind, counts, dates, currencies }: Tally): ColumnStyle {
  if (kind === 'date') {
    return { ...DEFAULT_STYLE, ...inferredOrder(dates) };
  }
  const comma =
    counts[','] === counts['.'] ? counts['ambiguous.'] > counts['ambiguous,'] : counts[','] > counts['.'];
  const [currency = ''] = currencies.size > 1 ? [MIXED] : currencies;
  const isNamed = currency === MIXED || CODE.test(currency);
  return { ...DEFAULT_STYLE, decimal: comma ? ',' : DEFAULT_STYLE.decimal, ...(isNamed && { currency }) };
}
