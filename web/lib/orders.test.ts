import { expect, it } from 'vitest';
import type { Order, OrderCap } from '#contract/orders.ts';
import { capUses, orderState, roomOf } from './orders.ts';

const cap = (change: Partial<OrderCap>): OrderCap => ({
  ...{ period: 'day', used: { leads: 0, amount: '0.00' }, isFull: false, opensAt: null },
  ...change,
});
const OPEN: Parameters<typeof orderState>[0] = {
  ...{
    active: true,
    paused: null,
    hasEnded: false,
    caps: [],
    isOpen: true,
    whenClosed: 'skip',
    currency: 'EUR',
  },
};

it.each<[Partial<Order>, string, string | null]>([
  [{}, 'Active', null],
  [{ active: false }, 'Paused', 'It takes no leads until you resume it.'],
  [
    { paused: { at: '2026-01-01T00:00:00.000Z', reason: 'Too many rejections' } },
    'Paused',
    'Too many rejections',
  ],
  [{ hasEnded: true }, 'Closed', 'Its last day is over. Leads already sold are still delivered.'],
  [{ isOpen: false }, 'Closed', 'Outside its hours.'],
  [
    { isOpen: false, whenClosed: 'wait' },
    'Closed',
    'Outside its hours. Leads are sold now and delivered when it opens.',
  ],
  [{ caps: [cap({ leads: 1, isFull: true, period: 'total' })] }, 'Full', '1 lead in total reached.'],
  [{ caps: [cap({ leads: 1, isFull: true, country: 'Germany' })] }, 'Active', null],
])('says why an order with %j takes no leads', (change, label, reason) => {
  expect(orderState({ ...OPEN, ...change })).toMatchObject({ label, reason });
});

it.each([
  [[], Number.POSITIVE_INFINITY],
  [[cap({ leads: 10, used: { leads: 4, amount: '0.00' } })], 6],
  [[cap({ amount: '10.00', used: { leads: 1, amount: '0.10' } })], 99],
  [[cap({ leads: 10 }), cap({ leads: 3, period: 'total' })], 3],
  [[cap({ leads: 1, country: 'Germany' })], Number.POSITIVE_INFINITY],
  [[cap({ leads: 1, used: { leads: 5, amount: '0.00' } })], 0],
] as const)('the caps %j have places for %d leads', (caps, room) => {
  expect(roomOf({ caps: [...caps], price: '0.10' })).toBe(room);
});

it('says how full each limit of a cap is', () => {
  const used = { leads: 12, amount: '54.00' };
  expect(capUses(cap({ leads: 100, amount: '500.00', used }), 'EUR')).toEqual([
    { text: '12 of 100 leads', share: 0.12 },
    { text: '€54.00 of €500.00', share: 0.108 },
  ]);
});
