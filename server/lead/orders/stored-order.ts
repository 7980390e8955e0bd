import type { ShownDelivery } from '#contract/order-delivery.ts';
import type { GivenCap, OpeningHours } from '#contract/orders.ts';

/** An order as it is stored. */
export interface StoredOrder {
  id: string;
  customerNumber: string;
  name: string;
  active: boolean;
  where: unknown[];
  price: string | null;
  currency: string | null;
  priority: number;
  weight: number;
  exclusive: boolean;
  caps: GivenCap[];
  timeZone: string;
  hours: OpeningHours[];
  /** Last day in its time zone. */
  endsOn: string | null;
  duplicateDays: number;
  whenClosed: 'skip' | 'wait';
  autoSell: boolean;
  /** Without secrets. */
  delivery: ShownDelivery;
  pausedAt: Date | null;
  pauseReason: string | null;
  savedBy: string;
  createdAt: Date;
}

/** Returns the action of an operation that sells through an order. */
export function saleActionOf({ id, name, customerNumber, price, currency }: StoredOrder) {
  const terms = { price: price ?? undefined, currency: currency ?? undefined };
  return { type: 'markSold', customerNumber, ...terms, order: { id, name } } as const;
}

/** Returns an amount such as `12.50` in hundredths. */
export function hundredths(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** Returns hundredths as an amount with two places. */
export function amountText(value: number): string {
  return (value / 100).toFixed(2);
}
