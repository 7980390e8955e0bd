import type { FileFormat, Row } from './types.ts';

/** The rows of a file as they stand in it, the header first: each as long as it is written, blank ones included or not. */
export interface RecordSource {
  format: FileFormat;
  /** Batches of any size, in file order. Each call reads from the start. */
  records(): AsyncIterable<Row[]>;
}
