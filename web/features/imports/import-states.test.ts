import { describe, expect, it } from 'vitest';
import type { ImportRecord, ImportUndo } from '#contract/imports.ts';
import { noStats } from './import-progress.ts';
import { canUndo } from './import-states.ts';

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
  undo: null,
};
const undo = (status: ImportUndo['status']): ImportUndo => ({
  status,
  total: 4,
  done: 1,
  undone: 1,
  kept: 0,
});

describe('canUndo', () => {
  it('holds for an import that is over and changed something, however it ended', () => {
    for (const status of ['completed', 'failed', 'cancelled'] as const) {
      expect(canUndo({ ...record, status })).toBe(true);
    }
    expect(canUndo({ ...record, imported: 0, updated: 1 })).toBe(true);
    expect(canUndo({ ...record, imported: 0 })).toBe(false);
    expect(canUndo({ ...record, status: 'processing' })).toBe(false);
  });

  it('holds once only, save where the undo failed', () => {
    expect(canUndo({ ...record, undo: undo('processing') })).toBe(false);
    expect(canUndo({ ...record, undo: undo('completed') })).toBe(false);
    expect(canUndo({ ...record, undo: undo('failed') })).toBe(true);
  });
});
