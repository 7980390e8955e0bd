const BETWEEN = /[\n\r,;]+/;

/** Splits at newlines, commas and semicolons; drops blank entries. */
export function parseList(text: string): string[] {
  return text
    .split(BETWEEN)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Counts repeated entries, ignoring case. */
export function repeatedIn(entries: readonly string[]): number {
  return entries.length - new Set(entries.map((entry) => entry.toLowerCase())).size;
}
