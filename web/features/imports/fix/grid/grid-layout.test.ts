import { describe, expect, it } from 'vitest';
import { boxStyle, gridLayout, gridRowHeight, rowTop } from './grid-layout.ts';

describe('gridLayout', () => {
  const size = { rows: 20, columns: 4 };
  it('puts cells beside each other in a table', () => {
    const { cellAt, header, width } = gridLayout(size, false);
    expect(header).toBeGreaterThan(0);
    expect(cellAt(1).top).toBe(0);
    expect(cellAt(3).left + (cellAt(3).width ?? 0)).toBe(width);
  });
  it('puts cells below each other on a phone, each as wide as the card', () => {
    const { cellAt, openHeight, rowHeight, width } = gridLayout(size, true);
    expect(width).toBe(null);
    expect(boxStyle(cellAt(0))).toMatchObject({ left: 0, right: 0 });
    expect(cellAt(1).top).toBe(cellAt(0).top + cellAt(0).height);
    expect(cellAt(3).top + cellAt(3).height).toBe(openHeight);
    expect(cellAt(3, false)).toEqual(cellAt(0));
    expect(cellAt(0).top + cellAt(0).height).toBe(rowHeight);
  });
  it('moves the cards behind the open one down', () => {
    const layout = gridLayout(size, true);
    const { rowHeight, openHeight } = layout;
    expect([0, 1, 2].map((index) => rowTop(layout, index, 1))).toEqual([
      0,
      rowHeight,
      rowHeight + openHeight,
    ]);
    expect(rowTop(layout, 2, null)).toBe(2 * rowHeight);
  });
  it('stays a table where cards would exceed the height limit of browsers', () => {
    expect(gridLayout({ rows: 10_000, columns: 20 }, true).kind).toBe('cards');
    expect(gridLayout({ rows: 200_000, columns: 20 }, true).kind).toBe('table');
  });
});

it('fits half a million rows below the height limit of browsers', () => {
  expect(500_000 * gridRowHeight(500_000)).toBeLessThan(17_800_000);
  expect(450_000 * gridRowHeight(450_000)).toBeLessThan(17_800_000);
});
