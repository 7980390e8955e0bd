import { type CustomFieldSpec, customFieldName, importField } from '#contract/lead-fields.ts';
import type { Row } from '#packages/tabular/tabular.ts';
import { withoutCurrency } from './normalise-amount.ts';
import { type DateOrder, dateOrderEvidence } from './normalise-date.ts';
import { type DecimalSign, decimalEvidence } from './normalise-number.ts';

/** How the values of one column are to be read. */
export interface ColumnStyle {
  dateOrder: DateOrder;
  decimal: DecimalSign;
}

/** Style by column name; a column that is missing has the default style. Plain JSON. */
export type SurveyResult = Record<string, ColumnStyle>;

/** Column name -> what its values are, for the columns whose style matters. */
export type SurveyedKinds = Record<string, 'date' | 'number'>;

/**
 * Style where nothing in a column decides. Day first, because most of the countries that leads come from write so
 * and because text files with month first nearly always hold some day above 12; a dot for decimals, because that
 * is what programs write.
 */
export const DEFAULT_STYLE: ColumnStyle = { dateOrder: 'dmy', decimal: '.' };

/** The columns of a mapping whose values are dates, amounts or numbers. */
export function surveyedKinds(
  mapping: Readonly<Record<string, string>>,
  customFields: readonly CustomFieldSpec[],
): SurveyedKinds {
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([column, target]): [string, 'date' | 'number'][] => {
      const custom = customFields.find((field) => field.name === customFieldName(target));
      const kind = importField(target)?.kind ?? custom?.type;
      if (kind === 'date') return [[column, 'date']];
      return kind === 'amount' || kind === 'number' ? [[column, 'number']] : [];
    }),
  );
}

/** The style of one column of a survey. */
export function styleOfColumn(survey: Readonly<SurveyResult>, column: string): ColumnStyle {
  return (Object.hasOwn(survey, column) ? survey[column] : undefined) ?? DEFAULT_STYLE;
}

/** A survey under way: `observe` every row of the file, in any batches, then ask for the `result`. */
export interface Survey {
  observe(rows: readonly Row[]): void;
  result(): SurveyResult;
}

interface Tally {
  column: string;
  index: number;
  kind: 'date' | 'number';
  counts: Record<DateOrder | DecimalSign | 'ambiguous.' | 'ambiguous,', number>;
}

/**
 * Finds out how the date and number columns of a file are written, from all their values.
 *
 * Rule: each value that can be read in one way only is a vote (13/04/2024 for day first, 12,50 for a decimal comma),
 * and the majority decides. Without any such vote, values such as `1.234` are taken for grouped thousands, since
 * money has two decimals, so the other sign is the decimal one. A draw, and a column that tells nothing, gets
 * `DEFAULT_STYLE`. The result depends on the values alone, not on their order or batches.
 */
export function createSurvey(columns: readonly string[], kinds: Readonly<SurveyedKinds>): Survey {
  const tallies = columns.flatMap((column, index) => {
    const kind = Object.hasOwn(kinds, column) ? kinds[column] : undefined;
    return kind ? [newTally(column, index, kind)] : [];
  });
  return {
    observe(rows) {
      for (const { cells } of rows) for (const tally of tallies) count(tally, cells[tally.index] ?? '');
    },
    result: () => Object.fromEntries(tallies.map((tally) => [tally.column, styleOf(tally)])),
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

function count(tally: Tally, cell: string): void {
  if (cell === '') return;
  const vote = tally.kind === 'date' ? dateOrderEvidence(cell) : numberEvidence(cell);
  if (vote) tally.counts[vote] += 1;
}

function numberEvidence(cell: string): ReturnType<typeof decimalEvidence> {
  // Most cells are whole numbers, which tell nothing.
  if (!cell.includes('.') && !cell.includes(',')) return null;
  const number = withoutCurrency(cell);
  return number === null ? null : decimalEvidence(number);
}

function styleOf({ kind, counts }: Tally): ColumnStyle {
  if (kind === 'date') {
    return { ...DEFAULT_STYLE, dateOrder: counts.mdy > counts.dmy ? 'mdy' : DEFAULT_STYLE.dateOrder };
  }
  const comma =
    counts[','] === counts['.'] ? counts['ambiguous.'] > counts['ambiguous,'] : counts[','] > counts['.'];
  return { ...DEFAULT_STYLE, decimal: comma ? ',' : DEFAULT_STYLE.decimal };
}
