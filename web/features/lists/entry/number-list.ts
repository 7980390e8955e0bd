/** What stands between two entries of a list that somebody typed or pasted. */
const BETWEEN = /[\n\r,;]+/;

/** The entries of a list: split on newline, comma or semicolon, trimmed, blank ones left out. */
export function entriesOf(text: string): string[] {
  return text
    .split(BETWEEN)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** How many entries say again what one before them said, letter by letter in any case. */
export function repeatedIn(entries: readonly string[]): number {
  return entries.length - new Set(entries.map((entry) => entry.toLowerCase())).size;
}
