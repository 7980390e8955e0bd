// Readers of search parameters return undefined for invalid values, which the router would
// otherwise keep. They avoid zod, because every page loads them.

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns one of `options`. */
export function oneOf<const T extends string>(value: unknown, options: readonly T[]): T | undefined {
  return options.find((option) => option === value);
}

/** Returns a text of 1 to `length` characters; numbers in links become texts. */
export function textUpTo(value: unknown, length: number): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= length ? text : undefined;
}

/** Returns a UUID. */
export function uuidIn(value: unknown): string | undefined {
  return typeof value === 'string' && UUID.test(value) ? value : undefined;
}

/** Returns a page number from 2; URLs omit the first page. */
export function pageIn(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 1 ? page : undefined;
}

/** Returns a day, `yyyy-mm-dd`. */
export function dayIn(value: unknown): string | undefined {
  const given = /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined;
  // Date would turn February 30 into March 2.
  const time = Date.parse(`${given}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(String(given)) ? given : undefined;
}
