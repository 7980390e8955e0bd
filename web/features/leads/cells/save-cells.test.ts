import { expect, it } from 'vitest';
import { pasteOutcome, pasteUndoOutcome } from './save-cells.ts';

const NONE = { saved: 0, refused: 0, readOnly: 0, readOnlyColumns: [], cut: 0 };

it.each([
  [{ saved: 4 }, { title: '4 cells pasted' }],
  [
    { saved: 1, refused: 2, readOnly: 3, readOnlyColumns: ['Name', 'Sold'], cut: 1 },
    {
      tone: 'caution',
      title: '1 cell pasted',
      description:
        "2 not saved: see the marked cells. 3 skipped: Name and Sold can't be changed here. 1 didn't fit on this page.",
    },
  ],
  [
    { refused: 2 },
    { tone: 'destructive', title: 'Nothing pasted', description: '2 not saved: see the marked cells.' },
  ],
  [{}, { tone: 'neutral', title: 'Nothing pasted', description: 'The cells already have these values.' }],
])('tells of %o', (counts, message) => {
  expect(pasteOutcome({ ...NONE, ...counts })).toEqual(message);
});

it.each([
  [
    { saved: 2, refused: 0 },
    { title: 'Undone', description: '2 cells restored' },
  ],
  [
    { saved: 1, refused: 2 },
    {
      tone: 'caution',
      title: 'Undone in part',
      description: '1 cell restored, 2 cells kept because of later changes',
    },
  ],
  [
    { saved: 0, refused: 1 },
    {
      tone: 'neutral',
      title: 'Nothing undone',
      description: '1 cell kept because of later changes',
    },
  ],
])('tells of an undone paste: %o', (counts, message) => {
  expect(pasteUndoOutcome(counts)).toEqual(message);
});
