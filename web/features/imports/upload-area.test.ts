import { expect, it } from 'vitest';
import { fileFacts } from './upload-area.tsx';

const csv = { kind: 'csv', delimiter: ';', encoding: 'windows-1252', sheet: null, sheets: [] } as const;
const book = { kind: 'xlsx', delimiter: null, encoding: null } as const;

it('says how a CSV file was read', () => {
  expect(fileFacts({ ...csv, sheets: [] })).toEqual(['Semicolon-separated', 'Windows-1252']);
  expect(fileFacts({ ...csv, sheets: [], delimiter: null })).toEqual(['Windows-1252']);
});

it('names the sheet of a workbook, and that there are more', () => {
  expect(fileFacts({ ...book, sheet: 'May', sheets: ['May'] })).toEqual(['Excel workbook', 'Sheet "May"']);
  expect(fileFacts({ ...book, kind: 'xls', sheet: 'May', sheets: ['May', 'June'] })).toEqual([
    'Excel 97–2003 workbook',
    'Sheet "May", 1 of 2',
  ]);
});
