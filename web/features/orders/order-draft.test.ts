import { expect, it } from 'vitest';
import { draftOf, hoursText, newCap, newHours, orderOf, problemsOf } from './order-draft.ts';

const NEW = { ...draftOf(undefined, 'C-1'), name: ' Solar ', timeZone: 'Europe/Berlin' };
const PRICE = { price: '4,50', currency: 'EUR' };

it('sends numbers as they are typed in any country', () => {
  const draft = {
    ...NEW,
    ...{ weight: '2,5', priority: '3' },
    caps: [{ ...newCap(), leads: '1,000', amount: '1.250,50', country: ' Germany ' }],
    hours: [{ ...newHours(), days: [5, 1], to: '00:00' }],
  };
  const order = orderOf(draft, PRICE);
  expect(order).toMatchObject({
    ...{ customerNumber: 'C-1', name: 'Solar', price: '4.50', currency: 'EUR', weight: 2.5, priority: 3 },
    caps: [{ period: 'day', leads: 1000, amount: '1250.50', country: 'Germany' }],
    hours: [{ days: [1, 5], from: '09:00', to: '24:00' }],
  });
  expect(problemsOf(order)).toEqual({});
});

it.each([
  [{ name: ' ' }, PRICE, { name: 'Enter a name' }],
  [{ customerNumber: '' }, PRICE, { customerNumber: 'Please enter a customer number' }],
  [{ priority: '' }, PRICE, { priority: 'Enter a number' }],
  [{ priority: '1.5' }, PRICE, { priority: 'Enter a whole number' }],
  [{ weight: '0' }, PRICE, { weight: 'Enter a weight above 0' }],
  [{ duplicateDays: '-1' }, PRICE, { duplicateDays: 'Enter 0 or more' }],
  [{ endsOn: '2026-13-01' }, PRICE, { endsOn: expect.any(String) }],
  [{ caps: [newCap()] }, PRICE, { 'caps.0': 'A cap needs a number of leads or an amount' }],
  [{ caps: [{ ...newCap(), leads: '0' }] }, PRICE, { 'caps.0.leads': 'Enter at least 1' }],
  [
    { caps: [{ ...newCap(), amount: '5' }] },
    { price: '', currency: '' },
    { price: 'A cap with an amount needs a price per lead' },
  ],
  [{}, { price: '4', currency: '' }, { currency: 'Choose a currency for the price' }],
  [{ hours: [{ ...newHours(), days: [] }] }, PRICE, { 'hours.0.days': 'Choose at least one day' }],
  [
    { hours: [{ ...newHours(), to: '08:00' }] },
    PRICE,
    { 'hours.0.to': 'Opening hours start before they end; a night is two rows' },
  ],
])('refuses %j at %j', (change, price, problems) => {
  expect(problemsOf(orderOf({ ...NEW, ...change }, price))).toEqual(problems);
});

it('says opening hours in words', () => {
  const nine = { from: '09:00', to: '17:00' };
  expect(hoursText([])).toBe('Always');
  expect(hoursText([{ days: [1, 2, 3, 4, 5], ...nine }])).toBe('Mon–Fri 09:00–17:00');
  expect(hoursText([{ days: [6, 1], ...nine }])).toBe('Mon, Sat 09:00–17:00');
  expect(hoursText([{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }])).toBe(
    'Every day 00:00–24:00',
  );
});
