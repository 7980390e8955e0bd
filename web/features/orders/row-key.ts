let rows = 0;

/** Returns a key for a row of a form. */
export function newRowKey(): string {
  rows += 1;
  return `row-${rows}`;
}
