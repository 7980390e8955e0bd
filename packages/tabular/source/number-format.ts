/**
 * Effect of a number format on the value: `date` is a date or time of day, `elapsed` a duration in hours that
 * may exceed a day, `digits` the width to which a code of zeros pads, `plain` anything else.
 */
export type NumberFormat = 'plain' | 'date' | 'elapsed' | { digits: number };

/**
 * Ranges of built-in format ids that are dates or times. The ranges from 27 and 50 belong to East Asian
 * locales.
 */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
];

/** Returns the meaning of a built-in format, for ids without a format code (ECMA-376, numFmt). */
export function builtInFormat(id: number): NumberFormat {
  if (id === 46) return 'elapsed';
  return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last) ? 'date' : 'plain';
}

/**
 * Returns the meaning of a format code. Only the first section counts, and in it only letters outside quotes,
 * escapes, padding (`_x`, `*x`) and brackets (`[Red]`, `[$-409]`, `[>=100]`): any d, m, y, h or s makes it a
 * date.
 */
export function formatOfCode(code: string): NumberFormat {
  const bare = code.replace(/"[^"]*"?|[\\_*]./g, '');
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'elapsed';
  const section = bare.replace(/\[[^\]]*\]?/g, '').split(';', 1)[0] ?? '';
  if (/^0{2,}$/.test(section.trim())) return { digits: section.trim().length };
  return /[dmyhs]/i.test(section.replace(/general|standard/gi, '')) ? 'date' : 'plain';
}
