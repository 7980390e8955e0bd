import { expect, it } from 'vitest';
import { filterOf, readLeadsSearch, withFilter, withoutFilters } from './search.ts';

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
