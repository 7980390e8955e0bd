import { isDay, isUuid } from '#contract/filter-values.ts';

// Readers of search parameters return undefined for invalid values, which the router would
// otherwise keep. They avoid zod, because every page loads them.

export function oneOf<const T extends string>(value: unknown, options: readonly T[]): T | undefined {
  return options.find((option) => option === value);
}

/** Returns a text of 1 to `length` characters; numbers in links become texts. */
export function textUpTo(value: unknown, length: number): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= length ? text : undefined;
}

export function uuidIn(value: unknown): string | undefined {
  return typeof value === 'string' && isUuid(value) ? value : undefined;
}

/** Returns a page number from 2; URLs omit the first page. */
export function pageIn(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 1 ? page : undefined;
}

/** Returns a day, `yyyy-mm-dd`. */
export function dayIn(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined;
}

/** Parses a query string; values stay texts. */
export function parsePlainSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Formats set values as a query string with `?`; '' without any. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
  );
  const text = new URLSearchParams(set).toString();
  return text === '' ? '' : `?${text}`;
}
