import { expect, it } from 'vitest';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { columnOptions, reasonFilters } from './fix-filters.ts';
import { readFixSearch } from './rows/fix-search.ts';

const reason = (code: string, column: string | null, rows: number): ImportGrid['reasons'][number] => ({
  code,
  column,
  rows,
  severity: 'error',
  message: `Message of ${code}`,
});

const REASONS = [
  reason('invalid_email', 'Mail', 12),
  reason('too_long', 'Mail', 3),
  reason('too_long', 'City', 2),
  reason('duplicate_in_file', null, 1),
];
const labels = (search: Record<string, unknown>) =>
  reasonFilters({ reasons: REASONS }, readFixSearch(search)).map(
    ({ label, rows, active }) => `${active ? '*' : ''}${label} ${rows}`,
  );

it('names each reason, with its column where several have it', () => {
  expect(labels({})).toEqual([
    'Invalid email 12',
    'Text too long in Mail 3',
    'Text too long in City 2',
    'Duplicate in the file 1',
  ]);
});

it('offers the reasons of the chosen column, and marks the chosen reason', () => {
  expect(labels({ column: 'City' })).toEqual(['Text too long 2']);
  expect(labels({ column: 'Mail', code: 'too_long' })).toEqual([
    'Invalid email 12',
    '*Text too long in Mail 3',
    'Text too long in City 2',
    'Duplicate in the file 1',
  ]);
});

it('keeps a chosen reason that no row has any more, so that it can be taken off', () => {
  expect(labels({ column: 'Phone', code: 'invalid_phone' })[0]).toBe('*Invalid phone 0');
});

it('sums up the duplicates of the file and of the database when both are chosen', () => {
  const reasons = [...REASONS, reason('duplicate_in_database', null, 4)];
  const [first] = reasonFilters({ reasons }, readFixSearch({ code: 'duplicate' }));
  expect(first).toEqual({
    code: 'duplicate',
    column: null,
    label: 'Duplicate',
    rows: 5,
    severity: 'error',
    active: true,
  });
});

it('shows one chip for duplicates of one kind', () => {
  expect(labels({ code: 'duplicate' }).filter((label) => label.includes('Duplicate'))).toEqual([
    '*Duplicate in the file 1',
  ]);
});

it('lists columns with problems first', () => {
  const options = columnOptions({ columns: ['Name', 'City', 'Mail'], reasons: REASONS });
  expect(options.map(({ label, hint }) => [label, hint])).toEqual([
    ['All columns', undefined],
    ['City', '2'],
    ['Mail', '15'],
    ['Name', undefined],
  ]);
});
