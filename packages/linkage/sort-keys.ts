const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/** Returns the rows with a key other than 0 in order of their keys, rows of a key in ascending order. */
function rowsByKey(keys: Uint32Array): Uint32Array {
  let rows = new Uint32Array(keys.reduce((count, key) => count + (key === 0 ? 0 : 1), 0));
  let at = 0;
  for (let row = 0; row < keys.length; row++) if (keys[row] !== 0) rows[at++] = row;
  let next = new Uint32Array(rows.length);
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const starts = new Uint32Array(DIGITS + 1);
    const digit = (row: number) => ((keys[row] ?? 0) >>> shift) & (DIGITS - 1);
    for (const row of rows) starts[digit(row) + 1] = (starts[digit(row) + 1] ?? 0) + 1;
    for (let n = 1; n <= DIGITS; n++) starts[n] = (starts[n] ?? 0) + (starts[n - 1] ?? 0);
    for (const row of rows) {
      const place = starts[digit(row)] ?? 0;
      starts[digit(row)] = place + 1;
      next[place] = row;
    }
    [rows, next] = [next, rows];
  }
  return rows;
}

/** Visits the rows of each key, also of a single row; they are valid until the next visit. */
export function visitGroups(keys: Uint32Array, visitor: (rows: Uint32Array, key: number) => void): void {
  const rows = rowsByKey(keys);
  for (let start = 0; start < rows.length; ) {
    const key = keys[rows[start] ?? 0] ?? 0;
    let end = start + 1;
    while (end < rows.length && keys[rows[end] ?? 0] === key) end++;
    visitor(rows.subarray(start, end), key);
    start = end;
  }
}
