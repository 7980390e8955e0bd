import { describe, expect, it } from 'vitest';
import type { ImportRecord, ImportUndo } from '#contract/imports.ts';
import { noStats } from './import-progress.ts';
import { canUndoImport } from './import-status.tsx';

const record: ImportRecord = {
  ...noStats(10),
  imported: 4,
  id: '0199c0de-0000-7000-8000-000000000001',
  filename: 'leads.csv',
  status: 'completed',
  unprocessed: 6,
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
const undo = (status: ImportUndo['status']): ImportUndo => ({
  status,
  total: 4,
  done: 1,
  undone: 1,
  kept: 0,
});

describe('canUndoImport', () => {
  it('holds for an import that is over and changed something, however it ended', () => {
    for (const status of ['completed', 'failed', 'cancelled'] as const) {
      expect(canUndoImport({ ...record, status })).toBe(true);
    }
    expect(canUndoImport({ ...record, imported: 0, updated: 1 })).toBe(true);
    expect(canUndoImport({ ...record, imported: 0 })).toBe(false);
    expect(canUndoImport({ ...record, status: 'processing' })).toBe(false);
  });

  it('holds once only, save where the undo failed', () => {
    expect(canUndoImport({ ...record, undo: undo('processing') })).toBe(false);
    expect(canUndoImport({ ...record, undo: undo('completed') })).toBe(false);
    expect(canUndoImport({ ...record, undo: undo('failed') })).toBe(true);
  });
});
