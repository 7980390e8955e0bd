import { expect, it } from 'vitest';
import { pasteOutcome } from './paste-outcome.ts';

const NONE = { saved: 0, refused: 0, sealed: 0, sealedColumns: [], cut: 0 };

it.each([
  [{ saved: 4 }, { title: '4 cells pasted' }],
  [
    { saved: 1, refused: 2, sealed: 3, sealedColumns: ['Name', 'Sold'], cut: 1 },
    {
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
