import { describe, expect, it } from 'vitest';
import { gridRowHeight, indexesWith, offsetToShow } from './grid-layout.ts';

describe('offsetToShow', () => {
  const box = { offset: 100, length: 400, covered: 36 };
  it('leaves an item in view where it is', () => expect(offsetToShow(200, 36, box)).toBe(100));
  it('scrolls back to an item under the header', () => expect(offsetToShow(120, 36, box)).toBe(84));
  it('scrolls on to an item below', () => expect(offsetToShow(490, 36, box)).toBe(126));
  it('never goes before the beginning', () => expect(offsetToShow(10, 36, box)).toBe(0));
});

it('keeps the focused row rendered wherever the grid is scrolled', () => {
  expect(indexesWith(5, 7, 6)).toEqual([5, 6, 7]);
  expect(indexesWith(5, 7, 2)).toEqual([2, 5, 6, 7]);
  expect(indexesWith(5, 7, 90)).toEqual([5, 6, 7, 90]);
});

it('fits half a million rows below the height limit of browsers', () => {
  expect(500_000 * gridRowHeight(500_000)).toBeLessThan(17_800_000);
  expect(450_000 * gridRowHeight(450_000)).toBeLessThan(17_800_000);
});
