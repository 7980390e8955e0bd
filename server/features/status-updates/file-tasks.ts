import {
  type ByteSource,
  detectHeaderRow,
  FileProblem,
  filledRows,
  openRecords,
  type Row,
} from '#packages/tabular/tabular.ts';
import { isColumnName } from '../../lead/mapping/column-names.ts';
import type { StatusUpdateAction, StatusUpdateRow } from '../../lead/operations/status-update.ts';
import { withoutNothing } from '../../lead/values/words-for-nothing.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { uploadSource } from '../../platform/uploads/reads.ts';
import { previewPhones } from './preview-phones.ts';
import { findColumns, type StatusUpdateColumns } from './rows/find-columns.ts';
import type { FromFile, NewStatusUpdate, PhonePreview, StatusUpdateFile } from './thread-data.ts';
import { createStatusUpdate } from './writes.ts';

/** Rows used to recognize columns by their content. */
const FIRST_ROWS = 100;
/** Longer texts are neither identifiers nor phones; such a status is rejected in its row. */
const MAX_TEXT_CHARACTERS = 1_000;

/**
 * Reads a CSV, XLSX or XLS file in one pass, a few thousand rows at a time.
 * @throws FileProblem when the file is unreadable, HttpError invalid_input without the columns or rows
 */
async function* readStatusUpdateRows(
  source: ByteSource,
  filename: string,
  action: StatusUpdateAction,
): AsyncGenerator<StatusUpdateRow[]> {
  const records = await openRecords(source, { filename });
  let columns: StatusUpdateColumns | null = null;
  let any = false;
  for await (const batch of firstTogether(filledRows(records))) {
    const isFirst = columns === null;
    const rows = isFirst ? fromHeader(batch) : batch;
    columns ??= columnsOf(action, rows);
    const found = toStatusUpdateRows(isFirst && columns.hasHeader ? rows.slice(1) : rows, columns);
    if (found.length === 0) continue;
    any = true;
    yield found;
  }
  if (columns === null) throw invalidFile('The file is empty. Choose another file.');
  if (!any) throw invalidFile('The file has no rows below its header');
}

/** Without titles above the row that names the columns. */
function fromHeader(rows: Row[]): Row[] {
  const header = detectHeaderRow(rows, isColumnName);
  return rows.filter(({ number }) => number >= header);
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
    const value = withoutNothing(cellTextAt(cells, columns.value) ?? '', 'hlr') || null;
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

/** In the transaction that reads its file; returns the operation's id. */
export function createStatusUpdateFromFile(
  scope: OrganizationScope,
  file: StatusUpdateFile,
  update: NewStatusUpdate,
): Promise<FromFile<string>> {
  return orProblem(() =>
    scope.transaction((tx) => createStatusUpdate(tx, update, rowsOfFile(scope, file, update.action))),
  );
}

/** Performs a dry run of a phone update from a file. */
export function previewPhonesFromFile(
  scope: OrganizationScope,
  file: StatusUpdateFile,
): Promise<FromFile<PhonePreview>> {
  return orProblem(() =>
    scope.transaction((tx) => previewPhones(tx, rowsOfFile(scope, file, { type: 'updatePhones' }))),
  );
}

function rowsOfFile(
  scope: OrganizationScope,
  { uploadId, size, filename }: StatusUpdateFile,
  action: StatusUpdateAction,
): AsyncGenerator<StatusUpdateRow[]> {
  return readStatusUpdateRows(uploadSource(scope, uploadId, size), filename, action);
}

async function orProblem<T>(work: () => Promise<T>): Promise<FromFile<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, error: 'unreadable_file', message: error.message };
    if (error instanceof HttpError) return { ok: false, error: 'invalid_input', message: error.message };
    throw error;
  }
}
