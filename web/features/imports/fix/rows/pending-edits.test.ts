import { describe, expect, it } from 'vitest';
import type { GridRow } from '#contract/import-fixing.ts';
import { effectiveEdits, likeEdit, pendingValues, withPending } from './pending-edits.ts';

const COLUMNS = ['Mail', 'Phone'];
const ROW: GridRow = {
  row: 7,
  cells: ['ada@', '12'],
  outcome: 'error',
  problems: [],
  stored: null,
  repeats: null,
  similar: null,
  edited: [],
  dropped: false,
  editedBy: null,
  editedAt: null,
};
const edit = (row: number, column: string, value: string) => ({ row, column, value });
const valueAt = (row: number, column: string) => (row === 7 ? ROW.cells[COLUMNS.indexOf(column)] : undefined);

describe('pendingValues', () => {
  const first = { id: 1, edits: [edit(7, 'Mail', 'a'), edit(8, 'Phone', 'b')] };
  const second = { id: 2, edits: [edit(7, 'Mail', 'c')] };

  it('shows the last of several edits of a cell', () => {
    const values = pendingValues([first, second]);
    expect(withPending(ROW, COLUMNS, values.get(7)).cells).toEqual(['c', '12']);
  });

  it('falls back to the earlier edit when the later one is refused, and to the stored value without any', () => {
    expect(withPending(ROW, COLUMNS, pendingValues([first]).get(7)).cells).toEqual(['a', '12']);
    expect(withPending(ROW, COLUMNS, pendingValues([]).get(7))).toBe(ROW);
  });

  it('can empty a cell', () => {
    const values = pendingValues([{ id: 1, edits: [edit(7, 'Phone', '')] }]);
    expect(withPending(ROW, COLUMNS, values.get(7)).cells).toEqual(['ada@', '']);
  });
});

it('sends only what changes', () => {
  const edits = [edit(7, 'Mail', 'ada@'), edit(7, 'Phone', '13'), edit(900, 'Phone', '13')];
  expect(effectiveEdits(edits, valueAt)).toEqual(edits.slice(1));
});

describe('likeEdit', () => {
  it('suggests to change all cells like the one that was changed', () => {
    expect(likeEdit([edit(7, 'Phone', '')], valueAt)).toEqual({ column: 'Phone', from: '12', to: '' });
  });

  it('suggests nothing after larger edits, or without a change', () => {
    expect(likeEdit([edit(7, 'Phone', ''), edit(7, 'Mail', '')], valueAt)).toBeNull();
    expect(likeEdit([edit(7, 'Phone', '12')], valueAt)).toBeNull();
    expect(likeEdit([edit(900, 'Phone', '12')], valueAt)).toBeNull();
    expect(likeEdit([], valueAt)).toBeNull();
  });
});
