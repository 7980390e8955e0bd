import { describe, expect, it } from 'vitest';
import {
  cellCount,
  clampSelection,
  moveSelection,
  selectAllCells,
  selectCell,
  selectedRange,
  stepRow,
  withIndex,
} from './grid-selection.ts';

const SIZE = { rows: 5, columns: 3 };
const PLAIN = { shift: false, jump: false };
const SHIFT = { shift: true, jump: false };
const JUMP = { shift: false, jump: true };
const move = (row: number, column: number, key: string, keys = PLAIN) =>
  moveSelection(selectCell(row, column), key, keys, SIZE, 2)?.focus ?? null;

describe('moveSelection', () => {
  it.each([
    ['ArrowUp', { row: 1, column: 1 }],
    ['ArrowDown', { row: 3, column: 1 }],
    ['ArrowLeft', { row: 2, column: 0 }],
    ['ArrowRight', { row: 2, column: 2 }],
    ['PageUp', { row: 0, column: 1 }],
    ['PageDown', { row: 4, column: 1 }],
    ['Home', { row: 2, column: 0 }],
    ['End', { row: 2, column: 2 }],
  ])('moves by %s', (key, to) => expect(move(2, 1, key)).toEqual(to));

  it.each([
    ['ArrowUp', { row: 0, column: 1 }],
    ['ArrowDown', { row: 4, column: 1 }],
    ['ArrowLeft', { row: 2, column: 0 }],
    ['ArrowRight', { row: 2, column: 2 }],
    ['Home', { row: 0, column: 0 }],
    ['End', { row: 4, column: 2 }],
  ])('goes to the edge by Ctrl+%s', (key, to) => expect(move(2, 1, key, JUMP)).toEqual(to));

  it('stays inside the grid', () => {
    expect(move(0, 0, 'ArrowUp')).toEqual({ row: 0, column: 0 });
    expect(move(4, 2, 'ArrowRight')).toEqual({ row: 4, column: 2 });
    expect(move(4, 2, 'PageDown')).toEqual({ row: 4, column: 2 });
  });

  it('extends the selection with Shift, from the same anchor', () => {
    const once = moveSelection(selectCell(2, 1), 'ArrowDown', SHIFT, SIZE, 2);
    const twice = once && moveSelection(once, 'ArrowRight', SHIFT, SIZE, 2);
    expect(twice && selectedRange(twice)).toEqual({ top: 2, bottom: 3, left: 1, right: 2 });
    const back = twice && moveSelection(twice, 'ArrowUp', PLAIN, SIZE, 2);
    expect(back).toEqual(selectCell(2, 2));
  });

  it('walks in reading order with Tab, and leaves at the ends', () => {
    expect(move(2, 2, 'Tab')).toEqual({ row: 3, column: 0 });
    expect(move(3, 0, 'Tab', SHIFT)).toEqual({ row: 2, column: 2 });
    expect(move(4, 2, 'Tab')).toBeNull();
    expect(move(0, 0, 'Tab', SHIFT)).toBeNull();
  });

  it('ignores other keys', () => expect(move(2, 1, 'a')).toBeNull());
});

it('steps to the next row after an edit, and stays in the last one', () => {
  expect(stepRow(selectCell(2, 1), 1, SIZE)).toEqual(selectCell(3, 1));
  expect(stepRow(selectCell(4, 1), 1, SIZE)).toEqual(selectCell(4, 1));
  expect(stepRow(selectCell(0, 1), -1, SIZE)).toEqual(selectCell(0, 1));
});

it('selects everything without moving the focus', () => {
  const all = selectAllCells(SIZE);
  expect(selectedRange(all)).toEqual({ top: 0, bottom: 4, left: 0, right: 2 });
  expect(cellCount(selectedRange(all))).toBe(15);
  expect(all.focus).toEqual({ row: 0, column: 0 });
});

it('returns into a grid that became smaller', () => {
  expect(clampSelection(selectCell(4, 2), { rows: 2, columns: 2 })).toEqual(selectCell(1, 1));
  expect(clampSelection(selectCell(4, 2), { rows: 0, columns: 2 })).toEqual(selectCell(0, 1));
});

it('keeps the focused row rendered wherever the grid is scrolled', () => {
  expect(withIndex([5, 6, 7], 6)).toEqual([5, 6, 7]);
  expect(withIndex([5, 6, 7], 2)).toEqual([2, 5, 6, 7]);
  expect(withIndex([5, 6, 7], 90)).toEqual([5, 6, 7, 90]);
});
