/**
 * What a number format makes of a number, as far as its value is concerned: `date` a date or time of day, `elapsed`
 * hours that go beyond a day, a number the digits that a plain code of zeros pads to, `plain` anything else.
 */
export type NumberFormat = 'plain' | 'date' | 'elapsed' | { digits: number };

/** Formats known by number alone: dates and times (the ranges from 27 and 50 are those of East Asian locales). */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
];

/** The meaning of a built-in format, for ids without a code of their own (ECMA-376, numFmt). */
export function builtInFormat(id: number): NumberFormat {
  if (id === 46) return 'elapsed';
  return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last) ? 'date' : 'plain';
}

/**
 * The meaning of a format code. Of its sections the first counts, and of that the letters outside quotes, escapes,
 * padding (`_x`, `*x`) and brackets (`[Red]`, `[$-409]`, `[>=100]`): any of d, m, y, h, s makes it a date.
 */
export function formatOfCode(code: string): NumberFormat {
  const bare = code.replace(/"[^"]*"?|[\\_*]./g, '');
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'elapsed';
  const section = bare.replace(/\[[^\]]*\]?/g, '').split(';', 1)[0] ?? '';
  if (/^0{2,}$/.test(section.trim())) return { digits: section.trim().length };
  return /[dmyhs]/i.test(section.replace(/general|standard/gi, '')) ? 'date' : 'plain';
}
