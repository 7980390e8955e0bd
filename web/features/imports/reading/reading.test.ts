import { expect, it } from 'vitest';
import { headerText, readingFacts, readingRequest } from './reading.ts';

const csv = { headerRow: 1, encoding: 'utf-8', delimiter: ';', sheet: null, sheets: [] } as const;
const rows = (...numbers: number[]) => numbers.map((number) => ({ number, cells: [] }));

it('describes a reading in a few words', () => {
  expect(readingFacts({ ...csv, sheets: [] })).toEqual(['Row 1 is the header', 'UTF-8', 'Semicolon']);
  const book = { headerRow: 0, encoding: null, delimiter: null };
  expect(readingFacts({ ...book, sheet: 'May', sheets: ['May'] })).toEqual(['No header row']);
  expect(readingFacts({ ...book, sheet: 'May', sheets: ['May', 'June'] })).toEqual([
    'No header row',
    'Sheet "May"',
  ]);
});

it('says which row is the header, and which rows above it are left out', () => {
  const text = (headerRow: number, ...numbers: number[]) =>
    headerText({ headerRow, firstRows: rows(...numbers) });
  expect(text(0, 1, 2)).toBe('No header row, so columns are numbered.');
  expect(text(1, 1, 2)).toBe('Row 1 is the header.');
  expect(text(3, 1, 3)).toBe("Row 3 is the header. Row 1 above it won't be imported.");
  expect(text(5, 1, 2, 5)).toBe("Row 5 is the header. Rows 1 and 2 above it won't be imported.");
  expect(text(5, 1, 2, 4, 5)).toBe("Row 5 is the header. Rows 1 to 4 above it won't be imported.");
});

it('asks for the changed reading and keeps the rest', () => {
  const file = { ...csv, kind: 'csv', sheets: [] } as never;
  expect(readingRequest(file, { headerRow: 4 })).toEqual({ encoding: 'utf-8', delimiter: ';', headerRow: 4 });
  expect(readingRequest(file, { delimiter: ',' })).toEqual({ encoding: 'utf-8', delimiter: ',' });
  expect(readingRequest(file, { encoding: 'koi8-r' })).toEqual({ encoding: 'koi8-r' });
  const book = { kind: 'xlsx', sheet: 'May', encoding: null, delimiter: null } as never;
  expect(readingRequest(book, { headerRow: 0 })).toEqual({ sheet: 'May', headerRow: 0 });
});
