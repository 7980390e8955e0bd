import type { Upload } from '#contract/uploads.ts';

/** Another way to read a file; what is left out stays as it is. */
export type ReadingChange = Partial<Pick<Upload, 'sheet' | 'encoding' | 'delimiter' | 'headerRow'>>;

/**
 * Returns the body that asks the server for a changed reading. Under another sheet, encoding or delimiter, the header row
 * is detected again; under another encoding, the delimiter is too.
 */
export function readingRequest(upload: Upload, change: ReadingChange): ReadingChange {
  const { sheet, encoding, delimiter } = upload;
  const kept = upload.kind === 'csv' ? { encoding, delimiter } : { sheet };
  if (change.encoding !== undefined && change.delimiter === undefined) return { encoding: change.encoding };
  return { ...kept, ...change };
}
