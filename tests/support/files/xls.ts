import { type CellObject, type WorkBook, type WorkSheet, write } from '@e965/xlsx';
import type { FixtureCell, FixtureSheet } from './xlsx.ts';
import { columnName } from './xlsx.ts';

/** A cell as in `xlsx`, or a boolean, or an error by its code (7 is `#DIV/0!`, 42 `#N/A`). */
export type LibraryCell = FixtureCell | boolean | { error: number };

interface LibrarySheet {
  name: string;
  hidden?: boolean;
  rows: readonly (readonly LibraryCell[])[];
}

interface LibraryOptions {
  date1904?: boolean;
  /** BIFF8 when left out. */
  bookType?: 'biff8' | 'biff5' | 'biff2' | 'xlsx';
  /** Whether texts stand among the shared strings, as Excel writes them, instead of in the cells; slow for large tables. */
  shared?: boolean;
}

/** The bytes of a workbook as the library writes it. */
export function xls(
  sheets: readonly (FixtureSheet | LibrarySheet)[],
  options: LibraryOptions = {},
): Uint8Array {
  const workbook: WorkBook = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map((sheet) => [sheet.name, worksheet(sheet)])),
    Workbook: {
      Sheets: sheets.map(({ name, hidden }) => ({ name, Hidden: hidden ? 1 : 0 })),
      WBProps: { date1904: options.date1904 ?? false },
    },
  };
  const bytes: Uint8Array = write(workbook, {
    type: 'buffer',
    bookType: options.bookType ?? 'biff8',
    bookSST: options.shared ?? false,
  });
  return bytes;
}

function worksheet({ rows }: FixtureSheet | LibrarySheet): WorkSheet {
  const width = Math.max(1, ...rows.map((cells) => cells.length));
  const sheet: WorkSheet = { '!ref': `A1:${columnName(width - 1)}${Math.max(1, rows.length)}` };
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      if (cell !== null) sheet[columnName(column) + (row + 1)] = cellObject(cell);
    }
  }
  return sheet;
}

function cellObject(cell: Exclude<LibraryCell, null>): CellObject {
  if (typeof cell === 'string') return { t: 's', v: cell };
  if (typeof cell === 'number') return { t: 'n', v: cell };
  if (typeof cell === 'boolean') return { t: 'b', v: cell };
  if ('error' in cell) return { t: 'e', v: cell.error };
  return { t: 'n', v: cell.number, z: cell.format };
}
