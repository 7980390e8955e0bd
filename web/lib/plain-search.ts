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
