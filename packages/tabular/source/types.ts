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

/** Values of one lead after mapping; a key that is missing or undefined has no value in the row. */
export interface LeadDraft {
  id?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Trimmed and lower-cased. */
  email?: string | undefined;
  /** E.164 when `numberValid`, as typed otherwise. */
  phone?: string | undefined;
  numberValid: boolean;
  carrier?: string | undefined;
  country?: string | undefined;
  city?: string | undefined;
  address?: string | undefined;
  postcode?: string | undefined;
  ip?: string | undefined;
  brand?: string | undefined;
  currency?: string | undefined;
  /** Plain decimal with two places, such as `1234.50`. */
  depositAmount?: string | undefined;
  /** `yyyy-mm-dd`. */
  depositDate?: string | undefined;
  source?: string | undefined;
  card?: string | undefined;
  affiliate?: string | undefined;
  landingPage?: string | undefined;
  agent?: string | undefined;
  depositer?: string | undefined;
  brandAgent?: string | undefined;
  hlr?: string | undefined;
  whatsapp?: string | undefined;
  status?: string | undefined;
  customerNumber?: string | undefined;
  tags?: string[] | undefined;
  customData?: Record<string, string | number | boolean> | undefined;
}

/** Something wrong with one cell (or, with `field` null, with the row). */
export interface Problem {
  severity: 'error' | 'warning';
  /** A short stable word such as `invalid_email`. */
  code: string;
  /** Lead field key, `custom:<name>`, or null for the row as a whole. */
  field: string | null;
  /** The column the value came from, or null. */
  column: string | null;
  /** The original value. */
  value: string;
  message: string;
}

/** What a row became. With any problem of severity `error` the row is not imported. */
export interface MappedRow {
  number: number;
  draft: LeadDraft;
  problems: Problem[];
}
