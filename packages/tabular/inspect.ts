import { openCsv } from './csv/decode-csv.ts';
import type { EncodingEvidence } from './encoding/encoding-check.ts';
import { HeaderRepeats } from './header/header-repeats.ts';
import { detectHeaderRow, type KnowsColumnName } from './header/header-row.ts';
import { headerNames } from './header/sub-header.ts';
import { openRecords } from './open-records.ts';
import { FIRST_ROWS, scanTable, TABLE_PREVIEW_ROWS, type TableScan } from './scan-table.ts';
import { nameColumns } from './source/columns.ts';
import { FileProblem } from './source/file-problem.ts';
import type { OpenOptions } from './source/record-source.ts';
import type { ByteSource, ByteStream, ReadFormat, Row } from './source/types.ts';

export interface Inspection {
  format: ReadFormat;
  /** Unique, as in `Table`. */
  columns: string[];
  /** At most 100, by column; cut as in `TableScan`. */
  preview: Record<string, string>[];
  /** File positions of the previewed rows. */
  previewNumbers: number[];
  /** Data rows, without blank rows and repeats of the header. */
  totalRows: number;
  /** At most 25, including titles and header. */
  firstRows: Row[];
  /** Width of the widest later row. */
  restWidth: number;
}

export interface HeaderChoice {
  /** 0 for none. Default: detected. */
  headerRow?: number | null | undefined;
  knowsColumnName?: KnowsColumnName | undefined;
}

/** @throws FileProblem for any defect of the file */
export async function inspect(source: ByteSource, options: OpenOptions & HeaderChoice): Promise<Inspection> {
  return inspectScan(await scanFile(source, options), options);
}

/** @throws FileProblem for any defect of the file */
export async function scanFile(source: ByteSource, options: OpenOptions): Promise<TableScan> {
  return scanTable(await openRecords(source, options));
}

/**
 * `head`, the first bytes, overrides `evidence` if it reveals the encoding.
 * @throws FileProblem for any defect of the file
 */
export async function scanText(
  source: ByteStream,
  head: Uint8Array,
  evidence: EncodingEvidence,
): Promise<TableScan> {
  return scanTable(await openCsv(source, head, { evidence }));
}

/**
 * Rows wider than the header add `Column N` columns.
 * @throws FileProblem `unknown_header` beyond the first 25 filled rows
 */
export function inspectScan(scan: TableScan, choice: HeaderChoice = {}): Inspection {
  const headerRow = choice.headerRow ?? detectHeaderRow(scan.rows, choice.knowsColumnName);
  const firstRows = scan.rows.slice(0, FIRST_ROWS);
  const at = headerRow === 0 ? -1 : firstRows.findIndex(({ number }) => number === headerRow);
  if (headerRow !== 0 && at === -1) throw unknownHeader(headerRow, firstRows);
  const width = Math.max(
    scan.restWidth,
    ...firstRows.slice(Math.max(0, at)).map(({ cells }) => cells.length),
  );
  const names = at === -1 ? [] : headerNames(firstRows, at, choice.knowsColumnName);
  const columns = nameColumns(names, width);
  const { data, repeats } = belowHeader(scan.rows, at, choice.knowsColumnName);
  const previewed = data.slice(0, TABLE_PREVIEW_ROWS);
  return {
    format: { ...scan.format, headerRow },
    columns,
    preview: previewed.map(({ cells }) => previewRow(cells, columns)),
    previewNumbers: previewed.map(({ number }) => number),
    totalRows: scan.filledRows - (at + 1) - repeats,
    firstRows,
    restWidth: scan.restWidth,
  };
}

/** `repeats`: rows of the whole file that name the columns again. */
function belowHeader(
  rows: readonly Row[],
  at: number,
  knows: KnowsColumnName | undefined,
): { data: Row[]; repeats: number } {
  const header = rows[at];
  const below = rows.slice(at + 1);
  if (header === undefined) return { data: below, repeats: 0 };
  const repeats = new HeaderRepeats(header.cells, knows);
  const data = below.filter(({ cells }) => !repeats.isRepeat(cells));
  return { data, repeats: repeats.total(header) };
}

/**
 * Avoids rereading; the preview may lose up to 25 rows.
 * @throws FileProblem as `inspectScan` does
 */
export function changeHeader(found: Inspection, choice: HeaderChoice): Inspection {
  const { format, columns, preview, previewNumbers, totalRows, firstRows, restWidth } = found;
  const { headerRow, ...fileFormat } = format;
  const last = firstRows.at(-1)?.number ?? 0;
  const further = preview.flatMap((record, index): Row[] => {
    const number = previewNumbers[index] ?? 0;
    return number > last ? [{ number, cells: trimmed(columns.map((column) => record[column] ?? '')) }] : [];
  });
  const above = firstRows.filter(({ number }) => number <= headerRow).length;
  const rows = [...firstRows, ...further];
  const { repeats } = belowHeader(rows, above - 1, choice.knowsColumnName);
  const filledRows = totalRows + above + repeats;
  return inspectScan({ format: fileFormat, rows, filledRows, restWidth }, choice);
}

function trimmed(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

function previewRow(cells: readonly string[], columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
}

function unknownHeader(headerRow: number, firstRows: readonly Row[]): FileProblem {
  const last = firstRows.at(-1)?.number ?? 0;
  const message =
    headerRow < last
      ? `Row ${headerRow} is empty. Choose a row with column names.`
      : `Row ${headerRow} is too far down. The column names must be in one of the first ${FIRST_ROWS} filled rows.`;
  return new FileProblem('unknown_header', message);
}
