import { expect, it } from 'vitest';
import { changeText, comparedMoney, rateText, returnRate } from './change.ts';

it('tells a change in percent, and none from nothing', () => {
  expect(changeText(9, 8)).toBe('+12.5%');
  expect(changeText(6, 8)).toBe('-25.0%');
  expect(changeText(8, 8)).toBe('0.0%');
  expect(changeText(8, 0)).toBeNull();
});

it('has no return rate without sales', () => {
  expect(returnRate({ sold: 0, returned: 0 })).toBeNull();
  expect(rateText({ sold: 0, returned: 0 })).toBe('–');
  expect(rateText({ sold: 8, returned: 1 })).toBe('12.5%');
});

it('pairs the sums of two periods by currency', () => {
  const usd = { currency: 'USD', amount: '30.00' };
  const eur = { currency: 'EUR', amount: '5.00' };
  expect(comparedMoney([usd], [{ ...usd, amount: '20.00' }, eur])).toEqual([
    { currency: 'EUR', now: '€0.00', before: '€5.00', change: '-100.0%' },
    { currency: 'USD', now: '$30.00', before: '$20.00', change: '+50.0%' },
  ]);
});
