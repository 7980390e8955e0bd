/** Reads a query string into texts: `?search=7700&isSold=true` is two texts, no number and no boolean. */
export function parsePlainSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes what is set into a query string, with its `?`; '' when nothing is. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
  );
  const text = new URLSearchParams(set).toString();
  return text === '' ? '' : `?${text}`;
}
