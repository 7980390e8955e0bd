import { describe, expect, it } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { historyTotals, importStateCounts, successRate } from './history-table.tsx';

function record(part: Partial<ImportRecord>): ImportRecord {
  return {
    id: '01990000-0000-7000-8000-000000000000',
    filename: 'contacts.csv',
    status: 'completed',
    totalRows: 0,
    imported: 0,
    duplicates: 0,
    errors: 0,
    updated: 0,
    skipped: 0,
    suppressed: 0,
    invalidPhones: 0,
    unprocessed: 0,
    duration: '1s',
    failure: null,
    createdBy: 'ana',
    createdAt: '2026-01-01T00:00:00.000Z',
    problems: 0,
    unimportedColumnCount: 0,
    isCorrection: false,
    firstUnimportedColumns: [],
    undo: null,
    merge: null,
    ...part,
  };
}

describe('historyTotals', () => {
  it('adds up every import', () => {
    const records = [
      record({ totalRows: 10, imported: 7, duplicates: 2, errors: 1 }),
      record({ totalRows: 500, imported: 500, status: 'failed' }),
    ];
    expect(historyTotals(records)).toEqual({
      imports: 2,
      undone: 0,
      totalRows: 510,
      imported: 507,
      duplicates: 2,
      errors: 1,
    });
  });

  it('is all zero for no imports', () => {
    expect(historyTotals([])).toEqual({
      imports: 0,
      undone: 0,
      totalRows: 0,
      imported: 0,
      duplicates: 0,
      errors: 0,
    });
  });
});

const undo = { status: 'completed', total: 7, done: 7, undone: 7, kept: 0 } as const;

it('totals leave out undone imports and say how many there are', () => {
  const records = [
    record({ totalRows: 10, imported: 7, duplicates: 2, errors: 1 }),
    record({ totalRows: 100, imported: 90, duplicates: 10, undo }),
    record({ totalRows: 5, imported: 5, undo: { ...undo, status: 'processing' } }),
  ];
  expect(historyTotals(records)).toMatchObject({ imports: 2, undone: 1, totalRows: 15, imported: 12 });
  expect(importStateCounts(records)).toBe('1 undone');
  expect(importStateCounts([record({ status: 'failed' }), record({ undo })])).toBe('1 failed, 1 undone');
  expect(importStateCounts([record({})])).toBe('All completed');
});

describe('successRate', () => {
  it('is imported by total rows', () => {
    expect(successRate({ imported: 1, totalRows: 3 })).toBeCloseTo(1 / 3);
  });

  it('is 0 when there are no rows', () => {
    expect(successRate({ imported: 0, totalRows: 0 })).toBe(0);
  });
});
