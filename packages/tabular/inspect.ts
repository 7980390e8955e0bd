import { openCsv } from './csv/decode-csv.ts';
import type { EncodingEvidence } from './encoding/encoding-check.ts';
import { detectHeaderRow, type KnowsColumnName } from './header/header-row.ts';
import { openRecords } from './open-records.ts';
import { FIRST_ROWS, scanTable, TABLE_PREVIEW_ROWS, type TableScan } from './scan-table.ts';
import { nameColumns } from './source/columns.ts';
import { FileProblem } from './source/file-problem.ts';
import type { OpenOptions } from './source/record-source.ts';
import type { ByteSource, ByteStream, ReadFormat, Row } from './source/types.ts';

/** Format, columns and first rows of a file. */
export interface Inspection {
  format: ReadFormat;
  /** Unique names, as in `Table`. */
  columns: string[];
  /** The first data rows, at most 100, by column. Cells are cut as in `TableScan`. */
  preview: Record<string, string>[];
  /** Position in the file of each previewed row, as in `Row`. */
  previewNumbers: number[];
  /** Number of data rows, not counting blank ones. */
  totalRows: number;
  /** The first filled rows of the file, at most 25, title rows and the header among them. Cells as in `preview`. */
  firstRows: Row[];
  /** Cells of the widest row after the first rows. */
  restWidth: number;
}

/** Which row names the columns. */
export interface HeaderChoice {
  /** Row of the file, 0 for none. Default: detected. */
  headerRow?: number | null | undefined;
  /** Helps the detection. */
  knowsColumnName?: KnowsColumnName | undefined;
}

/**
 * Reads a whole file once and returns its format, columns, first rows and number of rows.
 * @throws FileProblem for any defect of the file
 */
export async function inspect(source: ByteSource, options: OpenOptions & HeaderChoice): Promise<Inspection> {
  return inspectScan(await scanFile(source, options), options);
}

/**
 * Reads a whole file once.
 * @throws FileProblem for any defect of the file
 */
export async function scanFile(source: ByteSource, options: OpenOptions): Promise<TableScan> {
  return scanTable(await openRecords(source, options));
}

/**
 * Reads a text file once, from a stream. `head` holds its first bytes; `evidence` applies unless they reveal the encoding.
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
 * Describes a file by one pass over it. A row with more filled cells than the header adds a `Column N` column, so that no
 * cell is lost.
 * @throws FileProblem `unknown_header` for a header row that isn't one of the first 25 filled rows
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
  const columns = nameColumns(firstRows[at]?.cells ?? [], width);
  const previewed = scan.rows.slice(at + 1, at + 1 + TABLE_PREVIEW_ROWS);
  return {
    format: { ...scan.format, headerRow },
    columns,
    preview: previewed.map(({ cells }) => previewRow(cells, columns)),
    previewNumbers: previewed.map(({ number }) => number),
    totalRows: scan.filledRows - (at + 1),
    firstRows,
    restWidth: scan.restWidth,
  };
}

/**
 * Describes the same file with another header row, without reading it. The preview may be up to 25 rows shorter.
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
  return inspectScan({ format: fileFormat, rows, filledRows: totalRows + above, restWidth }, choice);
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
