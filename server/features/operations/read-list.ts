import {
  type ByteSource,
  detectHeaderRow,
  FileProblem,
  filledRows,
  openRecords,
  type Row,
} from '#packages/tabular/tabular.ts';
import { isColumnName } from '../../lead/mapping/column-names.ts';
import type { ListAction, ListRow } from '../../lead/operations/operation.ts';
import { beginList } from '../../lead/operations/start.ts';
import { withoutNothing } from '../../lead/values/words-for-nothing.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { uploadSource } from '../../platform/uploads/reads.ts';
import type { FormFile } from '../../platform/uploads/uploaded-file.ts';
import { findColumns, type ListColumns } from './find-columns.ts';

/** A list about to start, as plain data for a thread. */
export interface NewList {
  action: ListAction;
  /** The file's name, or MANUAL_ENTRY. */
  detail: string;
  editor: Editor;
}

/** Rows used to recognize columns by their content. */
const FIRST_ROWS = 100;
/** Longer texts are neither identifiers nor phones; such a status is rejected in its row. */
const MAX_TEXT_CHARACTERS = 1_000;

/**
 * Reads a CSV, XLSX or XLS file in one pass, a few thousand rows at a time.
 * @throws FileProblem when the file is unreadable, HttpError invalid_input without the columns or rows
 */
async function* readListRows(
  source: ByteSource,
  filename: string,
  action: ListAction,
): AsyncGenerator<ListRow[]> {
  const records = await openRecords(source, { filename });
  let columns: ListColumns | null = null;
  let any = false;
  for await (const batch of firstTogether(filledRows(records))) {
    const isFirst = columns === null;
    const rows = isFirst ? fromHeader(batch) : batch;
    columns ??= columnsOf(action, rows);
    const found = toListRows(isFirst && columns.hasHeader ? rows.slice(1) : rows, columns);
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

function columnsOf(action: ListAction, rows: readonly Row[]): ListColumns {
  return findColumns(
    action,
    rows.slice(0, FIRST_ROWS).map(({ cells }) => cells),
  );
}

function toListRows(rows: readonly Row[], columns: ListColumns): ListRow[] {
  const kept: ListRow[] = [];
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

/**
 * Yields the rows of a stored file.
 * @throws HttpError unreadable_file, or invalid_input without the columns or rows
 */
export async function* rowsOfFile(
  scope: OrganizationScope,
  { uploadId, size, filename }: FormFile,
  action: ListAction,
): AsyncGenerator<ListRow[]> {
  try {
    yield* readListRows(uploadSource(scope, uploadId, size), filename, action);
  } catch (error) {
    throw error instanceof FileProblem ? new HttpError('unreadable_file', error.message) : error;
  }
}

/** Starts a list from a stored file, in the transaction that reads it; returns the operation's id. */
export default async function beginInThread(
  { database }: ThreadEnvironment,
  { file, list }: { file: FormFile; list: NewList },
): Promise<string> {
  const { scope } = await database();
  return scope.transaction((tx) => beginList(tx, list, rowsOfFile(scope, file, list.action)));
}
