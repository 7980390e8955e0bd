import { openCsv } from './csv/decode-csv.ts';
import { openRecords } from './open-records.ts';
import { scanTable } from './scan-table.ts';
import type { OpenOptions, RecordSource } from './source/record-source.ts';
import type { KnownEncoding } from './source/text-encoding.ts';
import type { ByteSource, ByteStream, FileFormat, Row } from './source/types.ts';

/** What a file holds. */
export interface Inspection {
  format: FileFormat;
  /** Unique names, as in `Table`. */
  columns: string[];
  /** The first data rows, at most 100, by column; longer cells are cut at 1,000 characters and end in `…`. */
  preview: Record<string, string>[];
  /** Where each row of the preview stands in the file, as in `Row`. */
  previewNumbers: number[];
  /** Data rows, blank ones left out. */
  totalRows: number;
}

/** Reads a whole file once and tells what it holds. Throws FileProblem for everything that is wrong with it. */
export async function inspect(source: ByteSource, options: OpenOptions): Promise<Inspection> {
  return inspectRecords(await openRecords(source, options));
}

/** The same for text whose first bytes are `head`, in `encoding` unless they say that it has another one. */
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
    preview: preview.map((row) => shown(row, columns)),
    previewNumbers: preview.map((row) => row.number),
    totalRows,
  };
}

function shown({ cells }: Row, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
}
