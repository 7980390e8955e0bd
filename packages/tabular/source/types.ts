import type { Encoding } from '../encoding/encodings.ts';

/** Repeatable sequential access. */
export interface ByteStream {
  /** `from` defaults to 0. */
  stream(from?: number): AsyncIterable<Uint8Array>;
}

export interface ByteSource extends ByteStream {
  /** In bytes. */
  readonly size: number;
  /** Fewer bytes at the end. */
  read(position: number, length: number): Promise<Uint8Array>;
}

export type Delimiter = ',' | ';' | '\t' | '|';

/** `null` if not applicable. */
export interface FileFormat {
  kind: 'csv' | 'xlsx' | 'xls';
  delimiter: Delimiter | null;
  encoding: Encoding | null;
  /** Sheet names in order; empty for CSV. */
  sheets: string[];
  sheet: string | null;
  /** The workbook counts days from 1904 instead of 1900. */
  date1904?: true;
}

export interface ReadFormat extends FileFormat {
  /** Row of the column names, 0 for none. */
  headerRow: number;
}

export interface Row {
  /** From 1, including the header. */
  number: number;
  cells: string[];
  /** Equal rows below, for rows that may be the header. */
  repeats?: number;
}

export interface Table {
  format: FileFormat;
  /** `Phone (2)` for a repeat, `Column 7` if missing. */
  columns: string[];
  /** Yields non-blank rows, at most 250 per batch; each call starts over. */
  batches(): AsyncIterable<Row[]>;
}
