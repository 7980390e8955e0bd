import type { TenantTransaction } from '../../platform/db/scope.ts';
import { CapRoom, type OrderRoom } from './cap-room.ts';
import { hasEnded, isWithinHours, type LocalTime, localTimes, type Span } from './period-reads.ts';
import { hundredths, type StoredOrder } from './stored-order.ts';

/** Question for the sales of an order in a span, in all countries or one. */
interface Asked {
  order: StoredOrder;
  span: Span | null;
  country: string | null;
}

/** Sales that aren't returned or undone; OFFSET 0: by the order's index, for each row. */
const USED = `SELECT c.n, u.leads, u.amount
  FROM unnest($2::int[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[])
    AS c (n, order_id, country, currency, sold_from, sold_before)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS leads, coalesce(sum(s.price) FILTER (WHERE s.currency = c.currency), 0) AS amount
    FROM lead_sales s
    WHERE s.organization_id = $1 AND s.order_id = c.order_id AND s.counted AND s.returned_at IS NULL
      AND (c.country IS NULL OR s.country = c.country)
      AND (c.sold_from IS NULL OR s.sold_at >= c.sold_from) AND (c.sold_before IS NULL OR s.sold_at < c.sold_before)
    OFFSET 0
  ) u ORDER BY c.n`;

interface Used {
  leads: number;
  /** In hundredths. */
  amount: number;
}

async function usedBy(tx: TenantTransaction, asked: readonly Asked[]): Promise<Used[]> {
  const rows = await tx.query<{ n: number; leads: number; amount: string }>(USED, [
    tx.organizationId,
    asked.map((_one, n) => n),
    asked.map(({ order }) => order.id),
    asked.map(({ country }) => country),
    asked.map(({ order }) => order.currency),
    asked.map(({ span }) => span?.from ?? null),
    asked.map(({ span }) => span?.before ?? null),
  ]);
  return rows.map(({ leads, amount }) => ({ leads, amount: hundredths(amount) }));
}

/**
 * Returns what each order can still take now. It holds until the transaction ends if the order is locked: sales carry the
 * moment at which their transaction began, as this does.
 */
export async function roomOfOrders(
  tx: TenantTransaction,
  orders: readonly StoredOrder[],
): Promise<Map<string, OrderRoom>> {
  const times = await localTimes(
    tx,
    orders.map(({ timeZone }) => timeZone),
  );
  const timeOf = ({ timeZone, name }: StoredOrder): LocalTime => {
    const time = times.get(timeZone);
    if (time === undefined) throw new Error(`The time zone of the order ${name} is missing`);
    return time;
  };
  const asked = orders.flatMap((order): Asked[] => [
    ...order.caps.map(({ period, country }) => ({
      order,
      span: timeOf(order).spans[period],
      country: country ?? null,
    })),
    { order, span: null, country: null },
  ]);
  const used = await usedBy(tx, asked);
  let at = 0;
  return new Map(
    orders.map((order): [string, OrderRoom] => {
      const time = timeOf(order);
      const price = order.price === null ? 0 : hundredths(order.price);
      const caps = order.caps.map((cap) => {
        const { leads = 0, amount = 0 } = used[at++] ?? {};
        return new CapRoom(cap, { leads, amount, price, span: time.spans[cap.period] });
      });
      const sold = used[at++]?.leads ?? 0;
      const state = { isOpen: isWithinHours(order.hours, time), hasEnded: hasEnded(order.endsOn, time) };
      return [order.id, { at: time.at, ...state, caps, sold }];
    }),
  );
}
