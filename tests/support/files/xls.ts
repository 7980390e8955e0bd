import { type CellObject, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import type { FixtureCell, FixtureSheet } from './xlsx.ts';
import { columnName } from './xlsx.ts';

/** The bytes of an XLS workbook (BIFF8 when left out) with cells as in `xlsx`. */
export function xls(
  sheets: readonly FixtureSheet[],
  options: { date1904?: boolean; bookType?: 'biff8' | 'biff5' | 'biff2' } = {},
): Uint8Array {
  const workbook: WorkBook = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map((sheet) => [sheet.name, worksheet(sheet)])),
    Workbook: {
      Sheets: sheets.map(({ name, hidden }) => ({ name, Hidden: hidden ? 1 : 0 })),
      WBProps: { date1904: options.date1904 ?? false },
    },
  };
  const bytes: Uint8Array = write(workbook, { type: 'buffer', bookType: options.bookType ?? 'biff8' });
  return bytes;
}

function worksheet({ rows }: FixtureSheet): WorkSheet {
  const width = Math.max(1, ...rows.map((cells) => cells.length));
  const sheet: WorkSheet = { '!ref': `A1:${columnName(width - 1)}${Math.max(1, rows.length)}` };
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      if (cell !== null) sheet[columnName(column) + (row + 1)] = cellObject(cell);
    }
  }
  return sheet;
}

function cellObject(cell: Exclude<FixtureCell, null>): CellObject {
  if (typeof cell === 'string') return { t: 's', v: cell };
  if (typeof cell === 'number') return { t: 'n', v: cell };
  return { t: 'n', v: cell.number, z: cell.format };
}
