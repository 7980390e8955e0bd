import { quotedCell, readBlock } from '../../../lib/cells/cell-block.ts';

/** Returns pasted rows as a file to upload; null for fewer than two lines, a header and a row. */
export function pastedFile(text: string): File | null {
  if (text.trim().split(/\r\n?|\n/).length < 2) return null;
  // Text without tabs may be comma-separated; the server detects its delimiter.
  if (!text.includes('\t')) return new File([text], 'Pasted rows.csv');
  const rows = readBlock(text).map((row) => row.map(quotedCell).join('\t'));
  return new File([rows.join('\n')], 'Pasted rows.tsv');
}
