import { expect, it } from 'vitest';
import type { SavedView } from '#contract/views.ts';
import { allColumns, moveColumn, resizeColumn, shownColumns } from '../lead-columns.ts';
import { readLeadsSearch } from '../search.ts';
import { isBare, isModified, searchOfView, withoutDefault } from './view-state.ts';

const ALL = allColumns([{ name: 'Plan', type: 'text' }]);
const DEFAULTS = shownColumns(ALL, null);
const VIEW: SavedView = {
  id: '0198c0de-0000-7000-8000-000000000000',
  name: 'Vip',
  filter: { tags: 'vip', country: 'Germany', sort: 'email' },
  columns: null,
  shared: false,
  own: true,
  isDefault: false,
  createdBy: 'anna',
};

it('shows a view unmodified, on any page and beside any lead', () => {
  const search = readLeadsSearch({ ...searchOfView(VIEW), page: '3', lead: 'some-lead' });
  expect(search.view).toBe(VIEW.id);
  expect(isModified(VIEW, search, ALL, DEFAULTS)).toBe(false);
});

it.each([
  [{ tags: 'warm' }],
  [{ country: undefined }],
  [{ brand: 'Acme' }],
  [{ where: '[["city","empty"]]' }],
  [{ sort: undefined }],
  [{ order: 'desc' }],
])('is modified by %j', (change) => {
  const search = readLeadsSearch({ ...searchOfView(VIEW), ...change });
  expect(isModified(VIEW, search, ALL, DEFAULTS)).toBe(true);
});

it('is modified by columns where the view keeps them', () => {
  const columns = [
    { field: 'name', width: null },
    { field: 'email', width: 200 },
    { field: 'custom:Gone', width: null },
    { field: 'custom:Plan', width: null },
  ];
  const view = { ...VIEW, columns };
  const search = readLeadsSearch({ ...searchOfView(view) });
  const shown = shownColumns(ALL, columns);
  expect(isModified(view, search, ALL, shown)).toBe(false);
  expect(isModified(view, search, ALL, resizeColumn(shown, 'email', 220))).toBe(true);
  expect(isModified(view, search, ALL, moveColumn(shown, 'email', 1))).toBe(true);
  expect(isModified(view, search, ALL, shown.slice(0, 2))).toBe(true);
  expect(isModified(VIEW, search, ALL, shown)).toBe(false);
});

it('stays at all leads where another view opens by default', () => {
  expect(isBare(readLeadsSearch({}))).toBe(true);
  expect(isBare(readLeadsSearch({ lead: 'some-lead' }))).toBe(false);
  expect(withoutDefault({}, [VIEW])).toEqual({});
  expect(withoutDefault({}, [VIEW, { ...VIEW, isDefault: true }])).toEqual({ view: 'all' });
  const search = { country: 'Germany' };
  expect(withoutDefault(search, [{ ...VIEW, isDefault: true }])).toBe(search);
});
