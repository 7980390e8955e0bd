import type { KnownEncoding } from './text-encoding.ts';
import type { FileFormat, Row } from './types.ts';

/** Options for opening a file. */
export interface OpenOptions {
  /** Name given by the user, for messages only; the content decides the format. */
  filename: string;
  /** Sheet of a workbook. Default: the first visible sheet that is not empty. */
  sheet?: string;
  /** Encoding of a text file if already known; otherwise detection may read the file once more. */
  encoding?: KnownEncoding;
}

/** Raw rows of a file, the header first. Rows are not padded and may include blank ones. */
export interface RecordSource {
  format: FileFormat;
  /** Yields batches of any size in file order. Each call reads from the start. */
  records(): AsyncIterable<Row[]>;
}
