export type CellKind = 'blank' | 'email' | 'phone' | 'date' | 'number' | 'link' | 'text';

/** For trimmed cells, in linear time. */
const KINDS: readonly (readonly [CellKind, RegExp])[] = [
  ['blank', /^$/],
  ['email', /^(?:mailto:)?[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]{2,}$/i],
  ['date', /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ][\d:.]+Z?)?$/],
  ['link', /^(?:https?:\/\/|www\.)\S+$/i],
  ['number', /^[-+]?[\d.,' ]{1,6}[%€$£]?$/],
  ['phone', /^(?:p:|tel:)?[+(]?\d(?:[\s()./-]*\d){6,14}$/i],
  ['number', /^[-+]?(?=\D*\d)[\d.,' \u00a0]+$/],
];

/** Longer cells are text. */
const SHORT_CHARACTERS = 200;

export function cellKind(cell: string): CellKind {
  const text = cell.trim();
  if (text.length > SHORT_CHARACTERS) return 'text';
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}
