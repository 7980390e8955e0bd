import type { ImportOptions } from '#contract/imports.ts';
import { encodingOf, type ReadFormat } from '#packages/tabular/tabular.ts';

type FileReading = Pick<ReadFormat, 'sheet' | 'encoding' | 'delimiter'>;

/** The upload and the reading to which edits belong. */
export interface EditKey {
  uploadId: string;
  /** Name of the reading, by `editReading`. */
  reading: string;
}

/** Returns the sheet, encoding and delimiter that the options choose for a file, or else the ones that were detected. */
export function chosenFormat(
  { sheet, encoding, delimiter }: Pick<ImportOptions, 'sheet' | 'encoding' | 'delimiter'>,
  detected: FileReading | null,
): FileReading {
  return {
    sheet: sheet ?? detected?.sheet ?? null,
    encoding: encodingOf(encoding ?? '') ?? detected?.encoding ?? null,
    delimiter: delimiter ?? detected?.delimiter ?? null,
  };
}

/**
 * Returns the name of the reading under which the edits of a file are stored. Its header row has no part in it: edits name
 * rows by their position in the file and columns by name, which another header row leaves as they are.
 */
export function editReading({ sheet, encoding, delimiter }: FileReading): string {
  return [sheet, encoding, delimiter].map((part) => part ?? '').join('\n');
}
