import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { LeadSelection } from '#contract/bulk.ts';
import { matchOrders, type Order, type OrderSale, sellOrder } from '#contract/orders.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { customerLabel, formatAmount, formatCount, formatNumber } from '../../../lib/format.ts';
import { saleText, undoOperation } from '../../../lib/operations.ts';
import { orderState, ordersQuery, priceText, refreshOrders, roomOf } from '../../../lib/orders.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { showReason } from '../../../lib/show-failure.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { undoAction } from '../bulk/run-bulk-action.ts';
import { forgetCellUndos } from '../cell-undo.ts';
import { addRefusal, fetchMatches, type OrderMatches, type Refusals } from './order-matches.ts';
import { RefusalList } from './refusal-list.tsx';

interface SellThroughOrderProps {
  target: LeadSelection;
  onClose: () => void;
}

/** Shows which orders would get leads and why not the others, sells through one, and shows the result. */
export function SellThroughOrder({ target, onClose }: SellThroughOrderProps) {
  const client = useQueryClient();
  const orders = useQuery(ordersQuery());
  const matches = useMatches(target, orders.data);
  const [picked, setPicked] = useState<string | null>(null);
  const isOpen = useRef(true);
  const sell = useMutation({
    mutationFn: (order: Order) =>
      callApi(sellOrder, {
        params: { id: order.id },
        body: 'ids' in target ? { leadIds: target.ids } : target,
      }),
    onMutate: forgetCellUndos,
    onSuccess: (sale) => {
      if (!isOpen.current) reportSale(sale);
    },
    onError: (error) => showReason(error, "Couldn't sell the leads"),
    onSettled: () => refreshOrders(client),
  });
  const close = () => {
    isOpen.current = false;
    onClose();
  };
  const { data } = matches;
  const chosen = orders.data?.find(({ id }) => id === (picked ?? firstTaking(orders.data, data)));
  const taken = chosen && data ? takenBy(chosen, data) : 0;
  if (sell.data) return <SaleResult sale={sell.data} onClose={close} />;
  return (
    <Dialog
      wide
      onClose={close}
      title="Sell Through Order"
      description={descriptionOf(data)}
      footer={
        <>
          <Button onClick={close}>{sell.isPending ? 'Close' : 'Cancel'}</Button>
          <Button
            variant="primary"
            disabled={taken === 0}
            pending={sell.isPending}
            pendingText="Selling..."
            onClick={() => chosen && sell.mutate(chosen)}
          >
            {taken === 0
              ? 'Sell Leads'
              : `Sell ${data?.more === true ? 'Leads' : formatCount(taken, 'Lead')}`}
          </Button>
        </>
      }
    >
      {orders.error ? (
        <QueryError title="Failed to fetch orders" query={orders} className="py-6" />
      ) : orders.data?.length === 0 ? (
        <Notice
          action={
            <Link to="/orders" className={buttonClass('secondary', 'small')}>
              Go to Orders
            </Link>
          }
        >
          There are no orders yet.
        </Notice>
      ) : matches.error ? (
        <Notice tone="negative">
          {messageOf(matches.error, "Couldn't match the leads. Please try again.")}
        </Notice>
      ) : data === undefined || orders.data === undefined ? (
        <SkeletonLines widths={['w-64', 'w-52', 'w-72']} />
      ) : (
        <>
          {sell.isPending && (
            <p role="status" className="mb-3 text-13 text-muted">
              You can close this. It continues in the background.
            </p>
          )}
          <OrderChoice orders={orders.data} matches={data} chosen={chosen?.id} onChoose={setPicked} />
          {chosen && <WhyNot order={chosen} matches={data} taken={taken} />}
        </>
      )}
    </Dialog>
  );
}

function useMatches(target: LeadSelection, orders: readonly Order[] | undefined) {
  const count = orders?.length ?? 0;
  return useQuery({
    queryKey: [matchOrders.path, target],
    queryFn: ({ signal }) => fetchMatches(target, count, signal),
    enabled: count > 0,
    gcTime: 0,
  });
}

function descriptionOf(matches: OrderMatches | undefined): string {
  if (matches === undefined) return 'Matching the leads…';
  const { asked, more } = matches;
  return `Who would get ${more ? `the first ${formatCount(asked, 'lead')}` : formatCount(asked, 'lead')}, and why not the others? Nothing is sold yet.`;
}

function matchingOf(order: Order, { byOrder }: OrderMatches): number {
  return byOrder.get(order.id)?.matching ?? 0;
}

/** Matching leads for which the caps have room. */
function takenBy(order: Order, matches: OrderMatches): number {
  return Math.min(matchingOf(order, matches), roomOf(order));
}

/** The first order that takes any of the leads; the first of all, to say why none does. */
function firstTaking(orders: readonly Order[] | undefined, matches: OrderMatches | undefined) {
  return (matches && orders?.find((order) => takenBy(order, matches) > 0)?.id) ?? orders?.[0]?.id;
}

interface OrderChoiceProps {
  orders: readonly Order[];
  matches: OrderMatches;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

function OrderChoice({ orders, matches, chosen, onChoose }: OrderChoiceProps) {
  return (
    <fieldset className="flex max-h-72 flex-col gap-2 overflow-y-auto">
      <legend className="sr-only">Order</legend>
      {orders.map((order) => {
        const taken = takenBy(order, matches);
        const state = orderState(order);
        return (
          <label
            key={order.id}
            className={cx(
              'flex items-center gap-3 rounded-control border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              order.id === chosen ? 'border-accent bg-accent-tint' : 'border-line bg-surface hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="order"
              className="size-4 shrink-0 accent-accent"
              checked={order.id === chosen}
              onChange={() => onChoose(order.id)}
            />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2 text-14 font-medium">
                <span className="min-w-0 break-words">{order.name}</span>
                {state.label !== 'Active' && <Badge tone={state.tone}>{state.label}</Badge>}
              </span>
              <span className="block text-13 break-words text-muted">
                {customerLabel({ number: order.customerNumber, name: order.customerName })}
                {' · '}
                {priceText(order)}
              </span>
            </span>
            <span className={cx('shrink-0 text-13 tabular-nums', taken === 0 ? 'text-muted' : 'font-medium')}>
              Takes {formatNumber(taken)} of {formatNumber(matches.asked)}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface WhyNotProps {
  order: Order;
  matches: OrderMatches;
  taken: number;
}

/** Leads that a sale through the order takes, and why not the others. */
function WhyNot({ order, matches, taken }: WhyNotProps) {
  const { matching = 0, refusals } = matches.byOrder.get(order.id) ?? {};
  const { price, currency } = order;
  const state = orderState(order);
  return (
    <section aria-label="Why not the others" className="mt-4 flex flex-col gap-2 text-13">
      <p className="font-medium tabular-nums">
        {taken === 0
          ? `${order.name} takes none of these leads now.`
          : `${order.name} takes ${formatCount(taken, 'lead')}${price === null ? '' : ` for ${formatAmount(taken * Number(price), currency)}`}.`}
      </p>
      {state.label === 'Paused' && <p className="text-caution">{state.reason}</p>}
      {matching > taken && (
        <p>
          <span className="font-medium tabular-nums">{formatCount(matching - taken, 'lead')}</span>{' '}
          {matching - taken === 1 ? 'matches' : 'match'}, but its caps have room for only{' '}
          {formatNumber(taken)}.
        </p>
      )}
      {refusals !== undefined && <RefusalList refusals={refusals} />}
    </section>
  );
}

function refusalsOf({ refused }: OrderSale): Refusals {
  const refusals: Refusals = new Map();
  for (const { leadId, reason } of refused) addRefusal(refusals, reason, leadId);
  return refusals;
}

function soldText(sale: OrderSale): string {
  return saleText(sale) ?? 'No leads sold';
}

/** Reports a sale whose dialog was closed. */
function reportSale(sale: OrderSale): void {
  const refused = sale.refused.length;
  toast({
    ...(sale.sold === 0 && { tone: 'neutral' as const }),
    title: soldText(sale),
    ...(refused > 0 && { description: `${formatCount(refused, 'lead')} refused` }),
    ...(sale.sold > 0 && undoAction(sale.id)),
  });
}

function SaleResult({ sale, onClose }: { sale: OrderSale; onClose: () => void }) {
  const [undoing, setUndoing] = useState(false);
  const undo = async () => {
    setUndoing(true);
    await undoOperation(sale.id);
    onClose();
  };
  return (
    <Dialog
      wide
      onClose={onClose}
      title={sale.sold === 0 ? 'No Leads Sold' : 'Leads Sold'}
      footer={
        <>
          {sale.sold > 0 && (
            <Button pending={undoing} pendingText="Undoing..." onClick={() => void undo()}>
              Undo
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone={sale.sold === 0 ? 'caution' : 'positive'}>{soldText(sale)}.</Notice>
        {sale.refused.length > 0 && <RefusalList refusals={refusalsOf(sale)} />}
      </div>
    </Dialog>
  );
}
