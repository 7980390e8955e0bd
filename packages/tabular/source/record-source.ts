import type { EncodingHints } from './text-encoding.ts';
import type { Delimiter, FileFormat, Row } from './types.ts';

export interface OpenOptions extends EncodingHints {
  /** For messages only; the content decides the format. */
  filename: string;
  /** Default: the first visible non-empty sheet. */
  sheet?: string;
  /** Default: detected. */
  delimiter?: Delimiter;
}

/** Raw rows including titles and header, unpadded, some possibly blank. */
export interface RecordSource {
  format: FileFormat;
  /** Yields batches in file order, from the start on each call. */
  records(): AsyncIterable<Row[]>;
}
