import { expect, it } from 'vitest';
import { LEAD_SORT_KEYS } from '#contract/lead-sort.ts';
import { filterOf, readLeadsSearch, sortOf, withFilter, withoutFilters, withSort } from './search.ts';

it('reads filters under their names and leaves out what is off or makes no sense', () => {
  const search = readLeadsSearch({
    search: '07700',
    country: 'all',
    isSold: 'true',
    hlrStatus: 'perhaps',
    depositAmount: '100-500',
    depositDateFrom: '2026-13-40',
    page: '3',
    other: 'x',
  });
  expect(search).toEqual({ search: '07700', isSold: 'true', depositAmount: '100-500', page: 3 });
  expect(filterOf(search)).toEqual({ search: '07700', isSold: 'true', depositAmount: '100-500' });
});

it.each([['1'], ['0'], ['minus'], ['2.5'], [undefined]])('takes page %s for the first', (page) => {
  expect(readLeadsSearch({ page })).toEqual({});
});

it('starts from the first page when a filter changes', () => {
  const search = readLeadsSearch({ country: 'Germany', page: '4' });
  expect(filterOf(withFilter(search, { country: '', brand: 'Nord' }))).toEqual({ brand: 'Nord' });
  expect(withFilter(search, { brand: 'Nord' }).page).toBeUndefined();
});

it('stays in the bin when the filters are cleared', () => {
  expect(filterOf(withoutFilters(readLeadsSearch({ bin: 'true', country: 'Germany' })))).toEqual({
    bin: 'true',
  });
});

it('reads the order and drops one by a field that leads do not have', () => {
  expect(sortOf(readLeadsSearch({ sort: 'brand', order: 'desc' }))).toEqual({ sort: 'brand', order: 'desc' });
  expect(sortOf(readLeadsSearch({ sort: 'custom:Plan' }))).toEqual({ sort: 'custom:Plan', order: 'asc' });
  expect(sortOf(readLeadsSearch({ sort: 'updatedAt', order: 'up' }))).toEqual({
    sort: 'updatedAt',
    order: 'asc',
  });
  for (const sort of LEAD_SORT_KEYS) {
    expect(sortOf(readLeadsSearch({ sort, order: 'asc' }))).toEqual({ sort, order: 'asc' });
  }
  expect(sortOf(readLeadsSearch({ sort: 'nothing', order: 'desc' }))).toEqual({});
  expect(sortOf(readLeadsSearch({ order: 'desc' }))).toEqual({});
});

it('sorts from the first page on, and keeps the order when the filters change', () => {
  const search = readLeadsSearch({ country: 'Germany', page: '4' });
  const sorted = withSort(search, { sort: 'brand', order: 'asc' });
  expect(sorted).toMatchObject({ country: 'Germany', sort: 'brand', order: 'asc' });
  expect(sorted.page).toBeUndefined();
  expect(sortOf(withFilter(sorted, { country: '' }))).toEqual({ sort: 'brand', order: 'asc' });
  expect(sortOf(withoutFilters(sorted))).toEqual({ sort: 'brand', order: 'asc' });
  expect(withSort(sorted, {}).sort).toBeUndefined();
});
