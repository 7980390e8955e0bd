import { expect, it } from 'vitest';
import { readingRequest } from './reading-change.ts';
import { aboveHeaderText, readingFacts } from './reading-text.ts';

const csv = { headerRow: 1, encoding: 'utf-8', delimiter: ';', sheet: null, sheets: [] } as const;
const rows = (...numbers: number[]) => numbers.map((number) => ({ number, cells: [] }));

it('describes a reading in a few words', () => {
  expect(readingFacts({ ...csv, sheets: [] })).toEqual(['Row 1 is the header', 'UTF-8', 'Semicolon']);
  const book = { headerRow: 0, encoding: null, delimiter: null };
  expect(readingFacts({ ...book, sheet: 'May', sheets: ['May'] })).toEqual(['No header row']);
  expect(readingFacts({ ...book, sheet: 'May', sheets: ['May', 'June'] })).toEqual([
    'No header row',
    'Sheet ‘May’',
  ]);
});

it('says which rows are left out above the header', () => {
  expect(aboveHeaderText({ headerRow: 1, firstRows: rows(1, 2) })).toBeNull();
  expect(aboveHeaderText({ headerRow: 0, firstRows: rows(1, 2) })).toBeNull();
  expect(aboveHeaderText({ headerRow: 3, firstRows: rows(1, 3) })).toBe(
    "Row 1 is above the header and won't be imported.",
  );
  expect(aboveHeaderText({ headerRow: 5, firstRows: rows(1, 2, 5) })).toBe(
    "Rows 1 to 2 are above the header and won't be imported.",
  );
});

it('asks for the changed reading and keeps the rest', () => {
  const file = { ...csv, kind: 'csv', sheets: [] } as never;
  expect(readingRequest(file, { headerRow: 4 })).toEqual({ encoding: 'utf-8', delimiter: ';', headerRow: 4 });
  expect(readingRequest(file, { delimiter: ',' })).toEqual({ encoding: 'utf-8', delimiter: ',' });
  expect(readingRequest(file, { encoding: 'koi8-r' })).toEqual({ encoding: 'koi8-r' });
  const book = { kind: 'xlsx', sheet: 'May', encoding: null, delimiter: null } as never;
  expect(readingRequest(book, { headerRow: 0 })).toEqual({ sheet: 'May', headerRow: 0 });
});
