import { expect, it } from 'vitest';
import { addMatches, type OrderMatches } from './order-matches.ts';

it('counts each refused lead once, by the reason that a sale states first', () => {
  const matches: OrderMatches = { asked: 0, more: false, byOrder: new Map() };
  for (const id of ['1', '2', '3', '4', '5']) {
    addMatches(matches, [
      {
        leadId: id,
        orders: [
          { orderId: 'a', matches: true, reasons: [] },
          { orderId: 'b', matches: false, reasons: ['sold', 'cap'] },
        ],
      },
    ]);
  }
  expect(matches.asked).toBe(5);
  expect(matches.byOrder.get('a')).toEqual({ matching: 5, refusals: new Map() });
  expect(matches.byOrder.get('b')?.refusals).toEqual(
    new Map([['sold', { count: 5, examples: ['1', '2', '3'] }]]),
  );
});
