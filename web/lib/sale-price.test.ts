import { expect, it } from 'vitest';
import { plainAmount, priceProblem, priceTerms } from './sale-price.ts';

it.each([
  [{ price: '', currency: '' }, null],
  [{ price: ' ', currency: 'USD' }, null],
  [{ price: '12.5', currency: 'USD' }, null],
  [{ price: '0', currency: 'USD' }, null],
  [{ price: '12,5', currency: 'USD' }, null],
  [{ price: '12,345', currency: 'USD' }, 'price'],
  [{ price: '1.234', currency: 'USD' }, 'price'],
  [{ price: '1.005', currency: 'USD' }, 'price'],
  [{ price: '-1', currency: 'USD' }, 'price'],
  [{ price: '5', currency: '' }, 'currency'],
])('finds what is wrong with %j', (draft, at) => {
  expect(priceProblem(draft)?.at ?? null).toBe(at);
});

it('reads an amount in either spelling, and leaves one with two meanings as typed', () => {
  expect(['4,25', '1.234,5', '1,234.50', '1,234', '1.234', 'x'].map(plainAmount)).toEqual([
    ...['4.25', '1234.5', '1234.50', '1,234', '1.234', 'x'],
  ]);
});

it('sends no currency without a price', () => {
  expect(priceTerms({ price: ' ', currency: 'USD' })).toEqual({});
  expect(priceTerms({ price: ' 4,25 ', currency: 'EUR' })).toEqual({ price: '4.25', currency: 'EUR' });
  expect(priceTerms({ price: ' 5 ', currency: 'USD' })).toEqual({ price: '5', currency: 'USD' });
});
