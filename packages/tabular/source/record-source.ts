import type { EncodingHints } from './text-encoding.ts';
import type { Delimiter, FileFormat, Row } from './types.ts';

export interface OpenOptions extends EncodingHints {
  /** Only for messages. */
  filename: string;
  /** Default: the first visible sheet with a table (`selectSheetIndex`). */
  sheet?: string;
  /** Default: detected. */
  delimiter?: Delimiter;
}

/** Includes titles, header and blank rows; unpadded. */
export interface RecordSource {
  format: FileFormat;
  /** Each call starts over. */
  records(): AsyncIterable<Row[]>;
}
