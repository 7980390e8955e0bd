import { type DigitMask, digitMask } from './digit-mask.ts';

/** `elapsed` is a duration that may exceed a day, `digits` the zero-padded width. */
export type NumberFormat = 'plain' | 'date' | 'elapsed' | { digits: number } | { mask: DigitMask };

/** Those from 27 and 50 are East Asian. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
];

/** ECMA-376, numFmt. */
export function builtInFormat(id: number): NumberFormat {
  if (id === 46) return 'elapsed';
  return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last) ? 'date' : 'plain';
}

/**
 * Any d, m, y, h or s in the first section outside quotes, escapes, padding (`_x`, `*x`) and brackets makes a
 * date.
 */
export function formatOfCode(code: string): NumberFormat {
  const bare = code.replace(/"[^"]*"?|[\\_*]./g, '');
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'elapsed';
  const section = bare.replace(/\[[^\]]*\]?/g, '').split(';', 1)[0] ?? '';
  if (/^0{2,}$/.test(section.trim())) return { digits: section.trim().length };
  return /[dmyhs]/i.test(section.replace(/general|standard/gi, '')) ? 'date' : 'plain';
}

/** `formatOfCode` with the literals between digits. */
export function shownFormat(code: string): NumberFormat {
  const format = formatOfCode(code);
  if (format === 'date' || format === 'elapsed') return format;
  const mask = digitMask(code);
  return mask === null ? format : { mask };
}
