import type { ByteSource, Row } from '#packages/tabular/tabular.ts';
import { filledRows, openRecords } from '#packages/tabular/tabular.ts';
import type { StatusUpdateAction, StatusUpdateRow } from '../../../lead/operations/status-update.ts';
import { HttpError } from '../../../platform/errors.ts';
import { findColumns, type StatusUpdateColumns } from './find-columns.ts';

/** Rows used to recognize columns by their content. */
const FIRST_ROWS = 100;
/** Longer texts are neither identifiers nor phones; such a status is rejected in its row. */
const MAX_TEXT_CHARACTERS = 1_000;

/**
 * Reads a CSV, XLSX or XLS file in one pass, a few thousand rows at a time.
 * @throws FileProblem when the file is unreadable, HttpError invalid_input without the columns or rows
 */
export async function* readStatusUpdateRows(
  source: ByteSource,
  filename: string,
  action: StatusUpdateAction,
): AsyncGenerator<StatusUpdateRow[]> {
  const records = await openRecords(source, { filename });
  let columns: StatusUpdateColumns | null = null;
  let any = false;
  for await (const rows of firstTogether(filledRows(records))) {
    const isFirst = columns === null;
    columns ??= columnsOf(action, rows);
    const found = toStatusUpdateRows(isFirst && columns.hasHeader ? rows.slice(1) : rows, columns);
    if (found.length === 0) continue;
    any = true;
    yield found;
  }
  if (columns === null) throw invalidFile('The file is empty. Choose another file.');
  if (!any) throw invalidFile('The file has no rows below its header');
}

/** With at least the first hundred rows in one batch. */
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

function columnsOf(action: StatusUpdateAction, rows: readonly Row[]): StatusUpdateColumns {
  return findColumns(
    action,
    rows.slice(0, FIRST_ROWS).map(({ cells }) => cells),
  );
}

function toStatusUpdateRows(rows: readonly Row[], columns: StatusUpdateColumns): StatusUpdateRow[] {
  const kept: StatusUpdateRow[] = [];
  for (const { number: rowNumber, cells } of rows) {
    const identifier = cellTextAt(cells, columns.identifier) ?? '';
    if (identifier === '' && !columns.keepsBlank) continue;
    const value = cellTextAt(cells, columns.value);
    kept.push({ rowNumber, identifier, value, country: cellTextAt(cells, columns.country) });
  }
  return kept;
}

function cellTextAt(cells: readonly string[], index: number | null): string | null {
  const text = index === null ? undefined : cells[index]?.trim().slice(0, MAX_TEXT_CHARACTERS);
  return text === undefined || text === '' ? null : text.replaceAll('\0', '').toWellFormed();
}

function invalidFile(message: string): HttpError {
  return new HttpError('invalid_input', message, { field: 'file' });
}
