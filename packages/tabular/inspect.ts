import { openCsv } from './csv/decode-csv.ts';
import { openRecords } from './open-records.ts';
import { scanTable } from './scan-table.ts';
import type { OpenOptions, RecordSource } from './source/record-source.ts';
import type { KnownEncoding } from './source/text-encoding.ts';
import type { ByteSource, ByteStream, FileFormat, Row } from './source/types.ts';

/** Format, columns and first rows of a file. */
export interface Inspection {
  format: FileFormat;
  /** Unique names, as in `Table`. */
  columns: string[];
  /** The first data rows, at most 100, by column. Cells over 1,000 characters are cut and end in `…`. */
  preview: Record<string, string>[];
  /** Position in the file of each previewed row, as in `Row`. */
  previewNumbers: number[];
  /** Number of data rows, not counting blank ones. */
  totalRows: number;
}

/**
 * Reads a whole file once and returns its format, columns, first rows and number of rows.
 * @throws FileProblem for any defect of the file
 */
export async function inspect(source: ByteSource, options: OpenOptions): Promise<Inspection> {
  return inspectRecords(await openRecords(source, options));
}

/**
 * Inspects a text file from a stream. `head` holds its first bytes; `encoding` applies unless they reveal
 * another one.
 * @throws FileProblem for any defect of the file
 */
export async function inspectText(
  source: ByteStream,
  head: Uint8Array,
  encoding: KnownEncoding,
): Promise<Inspection> {
  return inspectRecords(await openCsv(source, head, encoding));
}

async function inspectRecords(records: RecordSource): Promise<Inspection> {
  const { columns, preview, totalRows } = await scanTable(records);
  return {
    format: records.format,
    columns,
    preview: preview.map((row) => previewRow(row, columns)),
    previewNumbers: preview.map((row) => row.number),
    totalRows,
  };
}

function previewRow({ cells }: Row, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
}
