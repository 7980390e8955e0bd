/** Parses a query string to texts: in `?search=7700&isSold=true` both values stay texts. */
export function parsePlainSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Formats the set values as a query string with its `?`; '' if none is set. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).flatMap(([key, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
  );
  const text = new URLSearchParams(set).toString();
  return text === '' ? '' : `?${text}`;
}
