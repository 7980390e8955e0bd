import type { Upload } from '#contract/uploads.ts';

/** Changes to how a file is read; omitted parts stay. */
export type ReadingChange = Partial<Pick<Upload, 'sheet' | 'encoding' | 'delimiter' | 'headerRow'>>;

/**
 * Returns the request to reread a file. A new sheet, encoding or delimiter redetects the header
 * row, a new encoding also the delimiter.
 */
export function readingRequest(upload: Upload, change: ReadingChange): ReadingChange {
  const { sheet, encoding, delimiter } = upload;
  const kept = upload.kind === 'csv' ? { encoding, delimiter } : { sheet };
  if (change.encoding !== undefined && change.delimiter === undefined) return { encoding: change.encoding };
  return { ...kept, ...change };
}
