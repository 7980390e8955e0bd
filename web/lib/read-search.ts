// Readers of search parameters: they return undefined for what makes no sense. The router keeps omitted keys as they were in the
// URL, so invalid values have to become explicitly undefined. Every page needs these readers, so they do without zod.

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns a value that is one of `options`. */
export function oneOf<const T extends string>(value: unknown, options: readonly T[]): T | undefined {
  return options.find((option) => option === value);
}

/** Returns a text that is neither empty nor longer than `length` characters; numbers in links become texts. */
export function textUpTo(value: unknown, length: number): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= length ? text : undefined;
}

/** Returns a UUID. */
export function uuidIn(value: unknown): string | undefined {
  return typeof value === 'string' && UUID.test(value) ? value : undefined;
}

/** Returns a page number from 2 on; the first page is not in URLs. */
export function pageIn(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 1 ? page : undefined;
}

/** Returns a day, `yyyy-mm-dd`. */
export function dayIn(value: unknown): string | undefined {
  const given = /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined;
  // Rejects days such as February 30, which Date would turn into March 2.
  const time = Date.parse(`${given}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(String(given)) ? given : undefined;
}
