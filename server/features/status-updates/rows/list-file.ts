import type { ByteSource, Row } from '#packages/tabular/tabular.ts';
import { filledRows, openRecords } from '#packages/tabular/tabular.ts';
import type { ListAction, ListRow } from '../../../lead/operations/list-action.ts';
import { Refusal } from '../../../platform/errors.ts';
import { type ListColumns, listColumns } from './list-columns.ts';

/** Rows that show what the columns hold. */
const FIRST_ROWS = 100;
/** Longer texts are no identifier and no phone; a status of this length is refused in its row. */
const TEXT_CHARACTERS = 1_000;

/**
 * Reads the rows of a list from a CSV, XLSX or XLS file in one pass, a few thousand at a time; it is never in memory.
 * @throws FileProblem for what is wrong with the file, Refusal invalid_input for one without the columns or any rows
 */
export async function* listRows(
  source: ByteSource,
  filename: string,
  action: ListAction,
): AsyncGenerator<ListRow[]> {
  const records = await openRecords(source, { filename });
  let columns: ListColumns | null = null;
  let any = false;
  for await (const rows of firstTogether(filledRows(records))) {
    const isFirst = columns === null;
    columns ??= columnsOf(action, rows);
    const found = rowsOf(isFirst && columns.hasHeader ? rows.slice(1) : rows, columns);
    if (found.length === 0) continue;
    any = true;
    yield found;
  }
  if (columns === null) throw invalidFile('The file is empty.');
  if (!any) throw invalidFile('The file has no rows below its header');
}

/** The same rows, at least the first hundred of them together. */
async function* firstTogether(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  const first: Row[] = [];
  let waiting = true;
  for await (const rows of batches) {
    if (waiting) first.push(...rows);
    if (waiting && first.length < FIRST_ROWS) continue;
    yield waiting ? first : rows;
    waiting = false;
  }
  if (waiting && first.length > 0) yield first;
}

function columnsOf(action: ListAction, rows: readonly Row[]): ListColumns {
  return listColumns(
    action,
    rows.slice(0, FIRST_ROWS).map(({ cells }) => cells),
  );
}

function rowsOf(rows: readonly Row[], columns: ListColumns): ListRow[] {
  const kept: ListRow[] = [];
  for (const { number: rowNumber, cells } of rows) {
    const identifier = textAt(cells, columns.identifier) ?? '';
    if (identifier === '' && !columns.keepsBlank) continue;
    const value = textAt(cells, columns.value);
    kept.push({ rowNumber, identifier, value, country: textAt(cells, columns.country) });
  }
  return kept;
}

function textAt(cells: readonly string[], index: number | null): string | null {
  const text = index === null ? undefined : cells[index]?.trim().slice(0, TEXT_CHARACTERS);
  return text === undefined || text === '' ? null : text.replaceAll('\0', '').toWellFormed();
}

function invalidFile(message: string): Refusal {
  return new Refusal('invalid_input', message, { field: 'file' });
}
