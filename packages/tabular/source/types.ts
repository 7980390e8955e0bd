/** The bytes of an upload in order, as often as they are asked for. */
export interface ByteStream {
  /** All bytes from `from` (default 0) on, in chunks of any size. */
  stream(from?: number): AsyncIterable<Uint8Array>;
}

/** Random access to the bytes of an upload, wherever they are kept. */
export interface ByteSource extends ByteStream {
  /** Bytes in all. */
  readonly size: number;
  /** `length` bytes from `position`, fewer at the end. */
  read(position: number, length: number): Promise<Uint8Array>;
}

export type Delimiter = ',' | ';' | '\t' | '|';
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** What the content of a file says it is; `null` where it does not apply to the kind. */
export interface FileFormat {
  kind: 'csv' | 'xlsx' | 'xls';
  delimiter: Delimiter | null;
  encoding: Encoding | null;
  /** Names of the workbook's sheets, in order; empty for CSV. */
  sheets: string[];
  /** The sheet that is read; `null` for CSV. */
  sheet: string | null;
  /** Set for a workbook that counts its days from 1904 instead of 1900. */
  date1904?: true;
}

/** One data row. `cells.length` is the number of columns. */
export interface Row {
  /** Where it stands in the file: the sheet's row, or the CSV record, counted from 1, the header included. */
  number: number;
  cells: string[];
}

/** A file opened for reading rows. */
export interface Table {
  format: FileFormat;
  /** Unique names: `Phone (2)` for a repeated one, `Column 7` for one without a name. */
  columns: string[];
  /** The data rows in file order, blank ones left out, in batches of at most 250. Each call reads from the start. */
  batches(): AsyncIterable<Row[]>;
}
