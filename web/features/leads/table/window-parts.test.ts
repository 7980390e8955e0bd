import { expect, it } from 'vitest';
import { firstRows, windowParts } from './window-parts.ts';

const shown = (indexes: readonly number[], count: number) =>
  windowParts(indexes, count, 10).map(({ index, gap }) => (index === null ? `gap ${gap}` : index));

it('puts gaps where rows are left out', () => {
  expect(shown([0, 1, 2], 3)).toEqual([0, 1, 2]);
  expect(shown([2, 3], 6)).toEqual(['gap 20', 2, 3, 'gap 20']);
  expect(shown([0, 4, 5], 6)).toEqual([0, 'gap 30', 4, 5]);
  expect(shown([0, 1, 5], 9)).toEqual([0, 1, 'gap 30', 5, 'gap 30']);
  expect(shown([], 2)).toEqual(['gap 20']);
  expect(shown([], 0)).toEqual([]);
});

it('drops rows that a shorter page no longer has', () => {
  expect(shown([3, 4, 5], 5)).toEqual(['gap 30', 3, 4]);
});

it('begins with the first rows', () => {
  expect(firstRows(3, true)).toEqual([0, 1, 2]);
  expect(firstRows(200, true)).toHaveLength(50);
  expect(firstRows(200, false)).toHaveLength(200);
});
