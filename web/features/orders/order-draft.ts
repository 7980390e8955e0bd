import { CAP_PERIODS, type CapPeriod, createOrder, type NewOrder, type Order } from '#contract/orders.ts';
import { plainAmount } from '../../lib/sale-price.ts';
import { type DeliveryDraft, deliveryOf, draftOfDelivery } from './delivery/delivery-draft.ts';
import { newRowKey } from './row-key.ts';

export interface CapDraft {
  key: string;
  period: CapPeriod;
  leads: string;
  amount: string;
  /** Blank for all countries. */
  country: string;
}

export interface HoursDraft {
  key: string;
  /** From Monday, 1 to 7. */
  days: readonly number[];
  from: string;
  /** Midnight is 00:00. */
  to: string;
}

/** Input of the form, except the price. */
export interface OrderDraft {
  customerNumber: string;
  name: string;
  where: unknown[];
  caps: readonly CapDraft[];
  timeZone: string;
  hours: readonly HoursDraft[];
  whenClosed: Order['whenClosed'];
  /** Blank for none. */
  endsOn: string;
  priority: string;
  weight: string;
  exclusive: boolean;
  duplicateDays: string;
  autoSell: boolean;
  delivery: DeliveryDraft;
}

interface OrderPrice {
  price: string;
  currency: string;
}

export function newCap(): CapDraft {
  return { key: newRowKey(), period: 'day', leads: '', amount: '', country: '' };
}

export function newHours(): HoursDraft {
  return { key: newRowKey(), days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
}

/** Returns the form of an order, or of a new one. */
export function draftOf(order: Order | undefined, customerNumber = ''): OrderDraft {
  if (order === undefined) {
    return {
      ...{ customerNumber, name: '', where: [], caps: [], hours: [], whenClosed: 'skip' },
      ...{ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', priority: '1', weight: '1' },
      ...{ exclusive: true, duplicateDays: '0', autoSell: false, endsOn: '' },
      delivery: draftOfDelivery({ kind: 'none' }),
    };
  }
  const { where, timeZone, whenClosed, exclusive, autoSell, name } = order;
  return {
    ...{ where, timeZone, whenClosed, exclusive, autoSell, name, customerNumber: order.customerNumber },
    caps: order.caps.map(({ period, leads, amount, country }) => ({
      ...{ key: newRowKey(), period, amount: amount ?? '', country: country ?? '' },
      leads: leads === undefined ? '' : String(leads),
    })),
    hours: order.hours.map(({ days, from, to }) => ({
      ...{ key: newRowKey(), days, from, to: to === '24:00' ? '00:00' : to },
    })),
    delivery: draftOfDelivery(order.delivery),
    endsOn: order.endsOn ?? '',
    priority: String(order.priority),
    weight: String(order.weight),
    duplicateDays: String(order.duplicateDays),
  };
}

/** The order as the form sends it. */
type OrderChange = Omit<NewOrder, 'active'>;

/** Blank and unreadable numbers fail the check of the contract. */
function numberIn(text: string): number {
  const plain = plainAmount(text).replaceAll(/(?<=^\d{1,3}),(?=\d{3}$)/g, '');
  return plain === '' ? Number.NaN : Number(plain);
}

export function orderOf(draft: OrderDraft, { price, currency }: OrderPrice): OrderChange {
  const amount = plainAmount(price);
  const { where, timeZone, whenClosed, exclusive, autoSell } = draft;
  return {
    ...{ where, timeZone, whenClosed, exclusive, autoSell },
    customerNumber: draft.customerNumber.trim(),
    name: draft.name.trim(),
    delivery: deliveryOf(draft.delivery),
    price: amount === '' ? null : amount,
    currency: amount === '' || currency === '' ? null : currency,
    priority: numberIn(draft.priority),
    weight: numberIn(draft.weight),
    duplicateDays: numberIn(draft.duplicateDays),
    endsOn: draft.endsOn === '' ? null : draft.endsOn,
    caps: draft.caps.map((cap) => ({
      period: cap.period,
      ...(cap.country.trim() !== '' && { country: cap.country.trim() }),
      ...(cap.leads.trim() !== '' && { leads: numberIn(cap.leads) }),
      ...(cap.amount.trim() !== '' && { amount: plainAmount(cap.amount) }),
    })),
    hours: draft.hours.map(({ days, from, to }) => ({
      ...{ days: [...days].sort(), from, to: to === '00:00' ? '24:00' : to },
    })),
  };
}

/** Messages by path, such as `caps.0.leads`. */
export type OrderProblems = Readonly<Record<string, string>>;

const BODY = createOrder.input.body;

/** Returns what is wrong with an order, by the contract's rules. */
export function problemsOf(order: OrderChange): OrderProblems {
  const { error } = BODY.safeParse(order);
  const problems: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    const at = path.join('.');
    problems[at] ??= message.startsWith('Invalid input') ? 'Enter a number' : message;
  }
  if (order.price === null && order.caps.some(({ amount }) => amount !== undefined)) {
    problems['price'] ??= 'A cap with an amount needs a price per lead';
  }
  return problems;
}

export const PERIOD_OPTIONS = CAP_PERIODS.map((value) => ({
  value,
  label: {
    hour: 'An hour',
    day: 'A day',
    week: 'A week',
    month: 'A month',
    total: 'In total',
  }[value],
}));

export const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Returns `Mon–Fri 09:00–17:00`, or `Always`. */
export function hoursText(hours: Order['hours']): string {
  if (hours.length === 0) return 'Always';
  return hours.map(({ days, from, to }) => `${daysText(days)} ${from}–${to}`).join(', ');
}

function daysText(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort();
  if (sorted.length === DAY_NAMES.length) return 'Every day';
  const [first = 1, last = 1] = [sorted.at(0), sorted.at(-1)];
  const isRun = sorted.length > 2 && last - first === sorted.length - 1;
  const names = sorted.map((day) => DAY_NAMES[day - 1] ?? '');
  return isRun ? `${names.at(0)}–${names.at(-1)}` : names.join(', ');
}
