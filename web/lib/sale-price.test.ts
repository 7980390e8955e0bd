import { expect, it } from 'vitest';
import { priceProblem, priceTerms } from './sale-price.ts';

it.each([
  [{ price: '', currency: '' }, null],
  [{ price: ' ', currency: 'USD' }, null],
  [{ price: '12.5', currency: 'USD' }, null],
  [{ price: '0', currency: 'USD' }, null],
  [{ price: '12,5', currency: 'USD' }, 'price'],
  [{ price: '1.005', currency: 'USD' }, 'price'],
  [{ price: '-1', currency: 'USD' }, 'price'],
  [{ price: '5', currency: '' }, 'currency'],
])('finds what is wrong with %j', (draft, at) => {
  expect(priceProblem(draft)?.at ?? null).toBe(at);
});

it('sends no currency without a price', () => {
  expect(priceTerms({ price: ' ', currency: 'USD' })).toEqual({});
  expect(priceTerms({ price: ' 5 ', currency: 'USD' })).toEqual({ price: '5', currency: 'USD' });
});
