import { MAPPED_VALUE_MAX, TAGS_TARGET } from '#contract/import-value-maps.ts';
import { LISTED_VALUES_MAX } from '#contract/import-values.ts';
import type { Table } from '#packages/tabular/tabular.ts';
import { FileProblem } from '#packages/tabular/tabular.ts';
import { cellValue } from '../../../lead/values/cell-readers.ts';
import { readText } from '../../../lead/values/normalise-text.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import type { DryRunTask } from '../dry-run/dry-run-upload.ts';
import { tagsOfCell, valueKey } from '../rows/apply-value-maps.ts';
import { openUnedited } from '../rows/open-upload.ts';

/** Later ones are not counted. */
const COUNTED_VALUES = 10_000;

/** Plain data, sent to a worker thread. */
export type ValuesTask = Omit<DryRunTask, 'totalRows'> & { wanted: string[] };

/** In its first spelling, with the rows in any. */
interface CountedValue {
  value: string;
  count: number;
  spellings: number;
}

/** With the spellings after the first one, if there are any. */
interface SpelledValue extends Omit<CountedValue, 'spellings'> {
  others?: Set<string>;
}

/** The most frequent values of a column; `more` if it has others. */
export interface CountedColumn {
  values: CountedValue[];
  more: boolean;
}

/** File problems are data: error classes don't survive structured cloning. */
type ValuesOutcome = { ok: true; columns: CountedColumn[] } | { ok: false; message: string };

/**
 * Counts values in the whole file, after the column tools and before the value maps.
 * @throws database errors
 */
export default async function countInThread(
  { database }: ThreadEnvironment,
  task: ValuesTask,
): Promise<ValuesOutcome> {
  try {
    const { scope } = await database();
    // Value maps apply before edits, so they find the values of the file.
    const table = await openUnedited(scope, { ...task, plan: { ...task.plan, valueMaps: {} } });
    return { ok: true, columns: await countTable(table, task) };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, message: error.message };
    throw error;
  }
}

async function countTable(table: Table, { wanted, plan }: ValuesTask): Promise<CountedColumn[]> {
  const columns = wanted.map((column) => ({
    index: table.columns.indexOf(column),
    valuesOf: plan.fieldMapping[column] === TAGS_TARGET ? tagsOfCell : valuesOfCell,
    counts: new Map<string, SpelledValue>(),
    more: false,
  }));
  for await (const rows of table.batches()) {
    for (const { cells } of rows) for (const column of columns) countCell(column, cells[column.index] ?? '');
  }
  return columns.map(({ counts, more }) => {
    const values = [...counts.values()].sort((one, other) => other.count - one.count);
    const listed = values.slice(0, LISTED_VALUES_MAX).map(({ value, count, others }) => ({
      ...{ value, count },
      spellings: 1 + (others?.size ?? 0),
    }));
    return { values: listed, more: more || values.length > LISTED_VALUES_MAX };
  });
}

interface ColumnCounts {
  counts: Map<string, SpelledValue>;
  more: boolean;
  valuesOf: (cell: string) => string[];
}

function countCell(column: ColumnCounts, cell: string): void {
  if (cell !== '') for (const value of column.valuesOf(cell)) countValue(column, value);
}

function valuesOfCell(cell: string): string[] {
  const value = readText(cellValue(cell));
  return value === '' ? [] : [value];
}

function countValue(column: ColumnCounts, value: string): void {
  const key = value.length > MAPPED_VALUE_MAX ? null : valueKey(value);
  const counted = key === null ? undefined : column.counts.get(key);
  if (counted !== undefined) {
    counted.count += 1;
    if (counted.value !== value) counted.others = (counted.others ?? new Set()).add(value);
  } else if (key === null || column.counts.size >= COUNTED_VALUES) column.more = true;
  else column.counts.set(key, { value, count: 1 });
}
