import { expect, it } from 'vitest';
import { amountIn, changeOf, rateText, returnRate } from './change-text.tsx';

it('tells a change in words and percent, and no percentage from nothing', () => {
  expect(changeOf(9, 8)).toEqual({ direction: 'up', words: 'Up 12.5%' });
  expect(changeOf(6, 8)).toEqual({ direction: 'down', words: 'Down 25.0%' });
  expect(changeOf(8, 8)).toEqual({ direction: 'same', words: 'No change' });
  expect(changeOf(8, 0)).toEqual({ direction: 'up', words: 'Up' });
  expect(changeOf(0, 0)).toEqual({ direction: 'same', words: 'No change' });
});

it('tells a change of rates in points, and none without both', () => {
  expect(changeOf(0.125, 0.1, true)).toEqual({ direction: 'up', words: 'Up 2.5 points' });
  expect(changeOf(0, 0.1, true)).toEqual({ direction: 'down', words: 'Down 10.0 points' });
  expect(changeOf(0.1, null, true)).toBeNull();
  expect(changeOf(null, 0.1, true)).toBeNull();
});

it('has no return rate without sales', () => {
  expect(returnRate({ sold: 0, returned: 0 })).toBeNull();
  expect(rateText({ sold: 0, returned: 0 })).toBe('–');
  expect(rateText({ sold: 8, returned: 1 })).toBe('12.5%');
});

it('finds the sum in a currency', () => {
  expect(amountIn('EUR', [{ currency: 'USD', amount: '3.00' }])).toBe(0);
  expect(amountIn('USD', [{ currency: 'USD', amount: '3.50' }])).toBe(3.5);
});
