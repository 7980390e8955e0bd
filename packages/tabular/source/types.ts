import type { Encoding } from '../encoding/encodings.ts';

/** Sequential access to the bytes of a file, any number of times. */
export interface ByteStream {
  /** Yields all bytes from `from` (default 0) on, in chunks of any size. */
  stream(from?: number): AsyncIterable<Uint8Array>;
}

/** Random access to the bytes of a file, wherever they are stored. */
export interface ByteSource extends ByteStream {
  /** Size in bytes. */
  readonly size: number;
  /** Reads `length` bytes from `position`; fewer at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>;
}

export type Delimiter = ',' | ';' | '\t' | '|';

/** Format found in the content of a file; `null` for properties that its kind doesn't have. */
export interface FileFormat {
  kind: 'csv' | 'xlsx' | 'xls';
  delimiter: Delimiter | null;
  encoding: Encoding | null;
  /** Names of the workbook's sheets, in order; empty for CSV. */
  sheets: string[];
  /** The sheet being read; `null` for CSV. */
  sheet: string | null;
  /** Set if the workbook counts its days from 1904 instead of 1900. */
  date1904?: true;
}

/** Format of a file together with the row that names its columns. */
export interface ReadFormat extends FileFormat {
  /** Row of the file that holds the column names, 0 if none does. */
  headerRow: number;
}

/** A data row. `cells.length` is the number of columns. */
export interface Row {
  /** Position in the file, counted from 1 with the header: the row of the sheet or the CSV record. */
  number: number;
  cells: string[];
}

/** A file opened for reading rows. */
export interface Table {
  format: FileFormat;
  /** Unique names: `Phone (2)` for a repeated name, `Column 7` for a missing one. */
  columns: string[];
  /**
   * Yields the data rows in file order, without blank ones, in batches of at most 250. Each call reads from
   * the start.
   */
  batches(): AsyncIterable<Row[]>;
}
