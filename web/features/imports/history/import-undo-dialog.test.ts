import { describe, expect, it } from 'vitest';
import type { ImportRecord, KeptLead } from '#contract/imports.ts';
import { noStats } from '../results/import-progress.ts';
import { keptName, undoConsequences, undoOutcome } from './import-undo-dialog.tsx';

const record: ImportRecord = {
  ...noStats(2000),
  id: '0199c0de-0000-7000-8000-000000000001',
  filename: 'leads.csv',
  status: 'completed',
  unprocessed: 0,
  duration: '1s',
  failure: null,
  createdBy: 'ann',
  createdAt: '2030-01-01T00:00:00.000Z',
  problems: 0,
  unimportedColumnCount: 0,
  isCorrection: false,
  firstUnimportedColumns: [],
  undo: null,
  merge: null,
};
const KEPT = 'Leads edited since then are kept and listed.';

describe('undoConsequences', () => {
  it('names the numbers of what happens to leads', () => {
    expect(undoConsequences({ ...record, imported: 1200, updated: 1 })).toEqual([
      '1,200 created leads go to the bin and can be restored for 30 days.',
      '1 update is reversed, field by field.',
      KEPT,
    ]);
    expect(undoConsequences({ ...record, imported: 1 })).toEqual([
      '1 created lead goes to the bin and can be restored for 30 days.',
      KEPT,
    ]);
  });

  it('says that merged duplicates are separated, once', () => {
    const merge = { operationId: record.id, status: 'completed', merged: 2, undone: false } as const;
    const separated = 'Merged duplicates become separate leads again.';
    expect(undoConsequences({ ...record, merge })).toEqual([separated, KEPT]);
    expect(undoConsequences({ ...record, merge: { ...merge, undone: true } })).toEqual([KEPT]);
  });

  it('says how far one came that stopped', () => {
    const undo = { status: 'failed', total: 2000, done: 500, undone: 499, kept: 1 } as const;
    expect(undoConsequences({ ...record, imported: 2000, undo }).at(-1)).toBe(
      '500 of 2,000 leads were undone before it stopped.',
    );
  });
});

it('says how an undo ended', () => {
  const undo = { status: 'completed', total: 3, done: 3, undone: 3, kept: 0 } as const;
  expect(undoOutcome({ updated: 0 }, undo)).toBe('3 leads moved to the bin.');
  expect(undoOutcome({ updated: 3 }, { ...undo, undone: 2, kept: 1 })).toBe('2 leads undone, 1 lead kept.');
});

it('calls a kept lead by the best name it has', () => {
  const gone: KeptLead = {
    leadId: '0199c0de-0000-7000-8000-000000000002',
    reason: 'deleted',
    message: 'The lead was removed',
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
  };
  expect(keptName(gone)).toBe('A deleted lead');
  expect(keptName({ ...gone, phone: '+12015550101' })).toBe('+12015550101');
  expect(keptName({ ...gone, phone: '+12015550101', email: 'a@mail.example' })).toBe('a@mail.example');
  expect(keptName({ ...gone, lastName: 'Byron', email: 'a@mail.example' })).toBe('Byron');
  expect(keptName({ ...gone, firstName: 'Ada', lastName: 'Byron' })).toBe('Ada Byron');
});
