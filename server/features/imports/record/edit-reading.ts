import type { ImportOptions } from '#contract/imports.ts';
import { encodingOf, type ReadFormat } from '#packages/tabular/tabular.ts';

type FileReading = Pick<ReadFormat, 'sheet' | 'encoding' | 'delimiter'>;

/** The upload and the reading to which edits belong. */
export interface EditKey {
  uploadId: string;
  /** Name of the reading, by `editReading`. */
  reading: string;
}

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

/** Name under which a file's edits are stored. The header row has no part in it: edits name rows by position and columns by name. */
export function editReading({ sheet, encoding, delimiter }: FileReading): string {
  return [sheet, encoding, delimiter].map((part) => part ?? '').join('\n');
}
