import { describe, expect, it } from 'vitest';
import { allColumns, keptColumns, moveColumn, resizeColumn, shownColumns } from './lead-columns.ts';

const all = allColumns([{ name: 'Plan', type: 'number' }]);
const fieldsOf = (columns: readonly { field: string }[]) => columns.map(({ field }) => field);

describe('shownColumns', () => {
  it('shows the usual columns when none were chosen', () => {
    expect(shownColumns(all, null).map(({ label }) => label)).toEqual(
      'Name Email Phone Country Brand Source Status Sold Tags Deposit Created'.split(' '),
    );
  });

  it('keeps the order chosen, the name first, and leaves out fields that are no more', () => {
    const chosen = ['email', 'custom:Gone', 'name', 'custom:Plan'].map((field) => ({ field, width: null }));
    expect(fieldsOf(shownColumns(all, chosen))).toEqual(['name', 'email', 'custom:Plan']);
  });

  it('draws a number at the right', () => {
    const [, plan] = shownColumns(all, [{ field: 'custom:Plan', width: 90 }]);
    expect(plan).toMatchObject({ numeric: true, width: 90, label: 'Plan' });
  });
});

describe('moveColumn', () => {
  const columns = shownColumns(
    all,
    ['name', 'email', 'phone', 'city'].map((field) => ({ field, width: null })),
  );

  it.each([
    ['phone', -1, ['name', 'phone', 'email', 'city']],
    ['email', 1, ['name', 'phone', 'email', 'city']],
    ['email', -1, ['name', 'email', 'phone', 'city']],
    ['email', 9, ['name', 'phone', 'city', 'email']],
    ['name', 2, ['name', 'email', 'phone', 'city']],
  ])('moves %s by %i', (field, steps, expected) => {
    expect(fieldsOf(moveColumn(columns, field, steps))).toEqual(expected);
  });
});

it('keeps widths within bounds, and only those that were set', () => {
  const columns = shownColumns(
    all,
    ['name', 'email'].map((field) => ({ field, width: null })),
  );
  expect(keptColumns(resizeColumn(columns, 'email', 3))).toEqual([
    { field: 'name', width: null },
    { field: 'email', width: 64 },
  ]);
});
