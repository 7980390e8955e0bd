/** Separators between the entries of a typed or pasted list. */
const BETWEEN = /[\n\r,;]+/;

/** Splits a list at newlines, commas and semicolons, trims the entries, and drops blank ones. */
export function parseList(text: string): string[] {
  return text
    .split(BETWEEN)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Counts the entries that repeat an earlier one, ignoring case. */
export function repeatedIn(entries: readonly string[]): number {
  return entries.length - new Set(entries.map((entry) => entry.toLowerCase())).size;
}
