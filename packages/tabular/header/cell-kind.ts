/** Kind of a cell's content by its shape. */
export type CellKind = 'blank' | 'email' | 'phone' | 'date' | 'number' | 'link' | 'text';

const KINDS: readonly (readonly [CellKind, RegExp])[] = [
  ['blank', /^\s*$/],
  ['email', /^\s*(?:mailto:)?[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]{2,}\s*$/i],
  [
    'date',
    /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ][\d:.]+Z?)?\s*$/,
  ],
  ['link', /^\s*(?:https?:\/\/|www\.)\S+\s*$/i],
  ['number', /^\s*[-+]?[\d.,' ]{1,6}(?:\s?[%€$£])?\s*$/],
  ['phone', /^\s*(?:p:|tel:)?[+(]?\d(?:[\s()./-]*\d){6,14}\s*$/i],
  ['number', /^\s*[-+]?[\d.,' \u00a0]*\d[\d.,' \u00a0]*\s*$/],
];

/** Maximum characters of a cell that is anything but text. */
const SHORT_CHARACTERS = 200;

/** Returns the kind of a cell. `date` and `phone` are guesses about digits and separators. */
export function cellKind(cell: string): CellKind {
  if (cell.length > SHORT_CHARACTERS) return 'text';
  return KINDS.find(([, pattern]) => pattern.test(cell))?.[0] ?? 'text';
}
