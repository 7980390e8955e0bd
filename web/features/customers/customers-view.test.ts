import { expect, it } from 'vitest';
import { customersView, nextOrder, orderSearch } from './customers-view.ts';

it('reads the URL and ignores what is malformed', () => {
  expect(customersView({})).toEqual({
    ...{ sort: 'lastSaleAt', order: 'desc', search: '', page: 1, customer: undefined },
  });
  expect(customersView({ sort: 'name', page: '3', search: 'nord', customer: 'C-1' })).toEqual({
    ...{ sort: 'name', order: 'asc', search: 'nord', page: 3, customer: 'C-1' },
  });
  expect(customersView({ sort: 'password', order: 'up', page: '-2' })).toMatchObject({
    ...{ sort: 'lastSaleAt', order: 'desc', page: 1 },
  });
});

it('sorts texts from A, numbers from the greatest, and turns the order with the next click', () => {
  const first = customersView({});
  expect(nextOrder(first, 'lastSaleAt')).toEqual({ sort: 'lastSaleAt', order: 'asc' });
  expect(nextOrder(first, 'number')).toEqual({ sort: 'number', order: 'asc' });
  expect(nextOrder({ sort: 'sold', order: 'asc' }, 'sold')).toEqual({ sort: 'sold', order: 'desc' });
});

it('leaves the default order out of the URL', () => {
  expect(orderSearch({ sort: 'lastSaleAt', order: 'desc' })).toEqual({ sort: undefined, order: undefined });
  expect(orderSearch({ sort: 'number', order: 'asc' })).toEqual({ sort: 'number', order: undefined });
  expect(orderSearch({ sort: 'sold', order: 'asc' })).toEqual({ sort: 'sold', order: 'asc' });
});
