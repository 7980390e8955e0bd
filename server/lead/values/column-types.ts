import { type CustomFieldSpec, customFieldName, importField } from '#contract/lead-fields.ts';
import type { Row } from '#packages/tabular/tabular.ts';
import { withoutCurrency } from './normalise-amount.ts';
import { type DateOrder, dateOrderEvidence } from './normalise-date.ts';
import { type DecimalSign, decimalEvidence } from './normalise-number.ts';

/** Conventions for the values of one column. */
export interface ColumnStyle {
  dateOrder: DateOrder;
  decimal: DecimalSign;
}

/** By column name, as plain JSON. */
export type ColumnStyles = Record<string, ColumnStyle>;

/** By column name, for the columns whose style matters. */
export type InferableColumns = Record<string, 'date' | 'number'>;

/** Without evidence: most source countries write the day first, and programs a decimal point. */
export const DEFAULT_STYLE: ColumnStyle = { dateOrder: 'dmy', decimal: '.' };

export function inferableColumns(
  mapping: Readonly<Record<string, string>>,
  customFields: readonly CustomFieldSpec[],
): InferableColumns {
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([column, target]): [string, 'date' | 'number'][] => {
      const custom = customFields.find((field) => field.name === customFieldName(target));
      const kind = importField(target)?.kind ?? custom?.type;
      if (kind === 'date') return [[column, 'date']];
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
  kind: 'date' | 'number';
  counts: Record<DateOrder | DecimalSign | 'ambiguous.' | 'ambiguous,', number>;
}

/**
 * Infers the style of a file's date and number columns from all values.
 * Rule: each value with only one reading is a vote (13/04/2024, 12,50), and the majority decides. Without votes, `1.234` counts as grouped
 * thousands, so the other sign is decimal. A tie or no evidence gives `DEFAULT_STYLE`. Order and batches don't matter.
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

function newTally(column: string, index: number, kind: 'date' | 'number'): Tally {
  return {
    column,
    index,
    kind,
    counts: { dmy: 0, mdy: 0, '.': 0, ',': 0, 'ambiguous.': 0, 'ambiguous,': 0 },
  };
}

function countVote(tally: Tally, cell: string): void {
  if (cell === '') return;
  const vote = tally.kind === 'date' ? dateOrderEvidence(cell) : numberEvidence(cell);
  if (vote) tally.counts[vote] += 1;
}

function numberEvidence(cell: string): ReturnType<typeof decimalEvidence> {
  // Whole numbers are no evidence.
  if (!cell.includes('.') && !cell.includes(',')) return null;
  const number = withoutCurrency(cell);
  return number === null ? null : decimalEvidence(number);
}

function inferredStyle({ kind, counts }: Tally): ColumnStyle {
  if (kind === 'date') {
    return { ...DEFAULT_STYLE, dateOrder: counts.mdy > counts.dmy ? 'mdy' : DEFAULT_STYLE.dateOrder };
  }
  const comma =
    counts[','] === counts['.'] ? counts['ambiguous.'] > counts['ambiguous,'] : counts[','] > counts['.'];
  return { ...DEFAULT_STYLE, decimal: comma ? ',' : DEFAULT_STYLE.decimal };
}
