import type { QueryClient } from '@tanstack/react-query';
import { ORDERS_PATH } from '#contract/live-paths.ts';
import {
  type CapPeriod,
  listOrders,
  type Order,
  type OrderCap,
  type OrderRefusal,
} from '#contract/orders.ts';
import type { Tone } from '../ui/tone.ts';
import { formatAmount, formatCount, formatDateTime, formatNumber } from './format.ts';
import { LEAD_TOPICS, refetchTouched } from './live.ts';
import { queryOf } from './query.ts';

/** Opening hours and caps change without an event. */
const REFETCH_MS = 60_000;

/** Query of the orders by priority, of one customer or of all. */
export function ordersQuery(customer?: string) {
  return {
    ...queryOf(listOrders, { query: customer === undefined ? {} : { customer } }),
    refetchInterval: REFETCH_MS,
  };
}

/** After a change of an order or a sale through it. */
export function refreshOrders(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [ORDERS_PATH] });
  void refetchTouched(client, LEAD_TOPICS);
}

interface OrderState {
  label: 'Active' | 'Paused' | 'Full' | 'Closed';
  tone: Tone;
  /** Why it takes no leads now; null if it does. */
  reason: string | null;
}

type Facts = Pick<Order, 'active' | 'paused' | 'hasEnded' | 'caps' | 'isOpen' | 'whenClosed' | 'currency'>;

export function orderState({
  active,
  paused,
  hasEnded,
  caps,
  isOpen,
  whenClosed,
  currency,
}: Facts): OrderState {
  if (paused !== null) return { label: 'Paused', tone: 'caution', reason: paused.reason };
  if (!active) return { label: 'Paused', tone: 'caution', reason: 'It takes no leads until you resume it.' };
  if (hasEnded) {
    return {
      label: 'Closed',
      tone: 'neutral',
      reason: 'Its last day is over. Leads already sold are still delivered.',
    };
  }
  const full = caps.find(({ isFull, country }) => isFull && country === undefined);
  if (full !== undefined) {
    const opens = full.opensAt === null ? '' : ` It opens ${formatDateTime(full.opensAt)}.`;
    return { label: 'Full', tone: 'info', reason: `${capText(full, currency)} reached.${opens}` };
  }
  if (isOpen) return { label: 'Active', tone: 'positive', reason: null };
  return {
    label: 'Closed',
    tone: 'neutral',
    reason:
      whenClosed === 'wait'
        ? 'Outside its hours. Leads are sold now and delivered when it opens.'
        : 'Outside its hours.',
  };
}

const PER: Record<CapPeriod, string> = {
  hour: 'an hour',
  day: 'a day',
  week: 'a week',
  month: 'a month',
  total: 'in total',
};

/** Share of a cap from which it warns. */
export const NEARLY_FULL = 0.8;

/** Current period of a cap. */
export const PERIOD_NOW: Record<CapPeriod, string> = {
  hour: 'This hour',
  day: 'Today',
  week: 'This week',
  month: 'This month',
  total: 'In total',
};

/** Returns `100 leads a day in Germany`, or `€500.00 a week`. */
function capText({ leads, amount, period, country }: OrderCap, currency: string | null): string {
  const limits = [
    ...(leads === undefined ? [] : [formatCount(leads, 'lead')]),
    ...(amount === undefined ? [] : [formatAmount(Number(amount), currency)]),
  ];
  return `${limits.join(' or ')} ${PER[period]}${country === undefined ? '' : ` in ${country}`}`;
}

/** Returns the leads that the caps for all countries have places for. */
export function roomOf({ caps, price }: Pick<Order, 'caps' | 'price'>): number {
  const rooms = caps.flatMap(({ country, leads, amount, used }) => {
    if (country !== undefined) return [];
    const each = Number(price);
    return [
      ...(leads === undefined ? [] : [leads - used.leads]),
      ...(amount === undefined || !(each > 0)
        ? []
        : [Math.floor((Number(amount) - Number(used.amount)) / each + 1e-9)]),
    ];
  });
  return Math.max(0, Math.min(Number.POSITIVE_INFINITY, ...rooms));
}

/** Completes `3 leads` or `1 lead`. */
export const REFUSAL_TEXTS: Record<OrderRefusal, (count: number) => string> = {
  condition: (count) => `${count === 1 ? "doesn't" : "don't"} meet its conditions`,
  cap: (count) => `${count === 1 ? 'finds' : 'find'} one of its caps full`,
  hours: (count) => `${count === 1 ? 'comes' : 'come'} outside its opening hours`,
  duplicate: (count) => `${count === 1 ? 'has' : 'have'} an email or phone this customer bought before`,
  suppressed: (count) => `${count === 1 ? 'is' : 'are'} on a suppression list`,
  noConsent: (count) => `${count === 1 ? 'lacks' : 'lack'} the required consent`,
  inactive: () => "can't be sold while the order is paused",
  paused: () => "can't be sold while the order is paused",
  sold: (count) => `${count === 1 ? 'is' : 'are'} already sold to this or an exclusive customer`,
};

/** Returns `$4.50 per lead`. */
export function priceText({ price, currency }: Pick<Order, 'price' | 'currency'>): string {
  return price === null || currency === null
    ? 'No price'
    : `${formatAmount(Number(price), currency)} per lead`;
}

/** Returns a cap's used share as `12 of 100 leads`, for each limit. */
export function capUses(
  { leads, amount, used }: OrderCap,
  currency: string | null,
): { text: string; share: number }[] {
  return [
    ...(leads === undefined
      ? []
      : [
          { text: `${formatNumber(used.leads)} of ${formatCount(leads, 'lead')}`, share: used.leads / leads },
        ]),
    ...(amount === undefined
      ? []
      : [
          {
            text: `${formatAmount(Number(used.amount), currency)} of ${formatAmount(Number(amount), currency)}`,
            share: Number(used.amount) / Number(amount),
          },
        ]),
  ];
}
