import type { KnownEncoding } from './text-encoding.ts';
import type { FileFormat, Row } from './types.ts';

/** How a file is to be opened. */
export interface OpenOptions {
  /** As the user named it. It is only used in messages: the content says what the file is. */
  filename: string;
  /** The sheet of a workbook; the first visible one that is not empty when left out. */
  sheet?: string;
  /** What is known of the encoding of a text file; without it the file is read once more to find out. */
  encoding?: KnownEncoding;
}

/** The rows of a file as they stand in it, the header first: each as long as it is written, blank ones included or not. */
export interface RecordSource {
  format: FileFormat;
  /** Batches of any size, in file order. Each call reads from the start. */
  records(): AsyncIterable<Row[]>;
}
