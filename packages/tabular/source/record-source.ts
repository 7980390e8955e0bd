import type { EncodingHints } from './text-encoding.ts';
import type { Delimiter, FileFormat, Row } from './types.ts';

/** Options for opening a file. */
export interface OpenOptions extends EncodingHints {
  /** Name given by the user, for messages only; the content decides the format. */
  filename: string;
  /** Sheet of a workbook. Default: the first visible sheet that is not empty. */
  sheet?: string;
  /** Delimiter of a CSV file. Default: the one that its first records suggest. */
  delimiter?: Delimiter;
}

/** Raw rows of a file, title rows and the header among them. Rows are not padded and may include blank ones. */
export interface RecordSource {
  format: FileFormat;
  /** Yields batches of any size in file order. Each call reads from the start. */
  records(): AsyncIterable<Row[]>;
}
