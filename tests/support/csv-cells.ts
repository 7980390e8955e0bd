/** Returns the rows of a CSV file as any reader sees them (RFC 4180), without the byte order mark. */
export function csvCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [whole, cell = '', end = ''] of text
    .replace(/^\ufeff/, '')
    .matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g)) {
    // Nothing is behind the end of the last line.
    if (whole === '' && row.length === 0) break;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
