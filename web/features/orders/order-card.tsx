import { Link } from '@tanstack/react-router';
import { Pause, Pencil, Play, Trash2, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '#contract/orders.ts';
import { customerLabel, formatCount, formatDate, formatNumber } from '../../lib/format.ts';
import { orderState, priceText } from '../../lib/orders.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CapBars } from './cap-bars.tsx';
import { hoursText } from './order-draft.ts';
import { useOrderSwitch } from './use-order-switch.ts';

interface OrderCardProps {
  order: Order;
  /** Conditions in words. */
  leads: string;
  editable: boolean;
  /** The list is of one customer. */
  ofCustomer: boolean;
  onDeliveries: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** An order: who buys what, how full its caps are, and why it takes no leads. */
export function OrderCard({ order, leads, editable, ofCustomer, ...act }: OrderCardProps) {
  const state = orderState(order);
  const { customerNumber: number, customerName } = order;
  return (
    <Card className="@container" padded={false}>
      <div className="flex flex-col gap-3 px-5 py-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-56">
            <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-16 font-semibold">
              <span className="min-w-0 break-words">{order.name}</span>
              <Badge tone={state.tone}>{state.label}</Badge>
            </h2>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-13 text-muted">
              {!ofCustomer && (
                <>
                  <Link
                    to="/customers"
                    search={{ customer: number }}
                    className="max-w-full truncate text-text underline-offset-4 hover:underline max-md:leading-11"
                  >
                    {customerLabel({ number, name: customerName })}
                  </Link>
                  <span aria-hidden>·</span>
                </>
              )}
              <span className="tabular-nums">{priceText(order)}</span>
              <span aria-hidden>·</span>
              <span className="tabular-nums">{formatCount(order.sold, 'lead')} sold</span>
            </p>
          </div>
          <Actions order={order} editable={editable} {...act} />
        </div>
        {state.reason !== null && (
          <p
            role="status"
            className={state.label === 'Paused' ? 'text-13 text-caution' : 'text-13 text-muted'}
          >
            {state.reason}
          </p>
        )}
        <CapBars order={order} />
        <dl className="grid gap-x-6 gap-y-1 text-13 @xl:grid-cols-2">
          <Fact label="Leads">{leads}</Fact>
          <Fact label="Hours">{`${hoursText(order.hours)}${order.hours.length === 0 ? '' : ` (${order.timeZone})`}`}</Fact>
          {order.endsOn !== null && <Fact label="Last day">{formatDate(order.endsOn)}</Fact>}
          <Fact label="Priority">{priorityText(order)}</Fact>
          <Fact label="Delivery">{deliveryText(order)}</Fact>
          <Fact label="Sells">{sellsText(order)}</Fact>
        </dl>
      </div>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-2">
      <dt className="w-16 shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function priorityText({ priority, weight }: Order): string {
  return weight === 1 ? formatNumber(priority) : `${formatNumber(priority)}, weight ${formatNumber(weight)}`;
}

function deliveryText({ delivery }: Order): string {
  switch (delivery.kind) {
    case 'none':
      return 'None';
    case 'webhook':
      return `Webhook to ${hostOf(delivery.url)}`;
    case 'email':
      return `Email to ${delivery.to.join(', ')}`;
    case 'sftp':
      return `SFTP to ${delivery.host}`;
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function sellsText({ autoSell, exclusive, duplicateDays }: Order): string {
  return [
    autoSell ? 'New leads automatically' : 'When you choose',
    exclusive ? 'exclusively' : 'shared with other customers',
    ...(duplicateDays === 0 ? [] : [`no duplicates within ${formatCount(duplicateDays, 'day')}`]),
  ].join(', ');
}

type ActionsProps = Omit<OrderCardProps, 'leads' | 'ofCustomer'>;

function Actions({ order, editable, onDeliveries, onEdit, onDelete }: ActionsProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5">
      {order.delivery.kind !== 'none' && (
        <Button size="small" icon={Truck} aria-label={`Deliveries of ${order.name}`} onClick={onDeliveries}>
          Deliveries
        </Button>
      )}
      {editable && <Changes order={order} onEdit={onEdit} onDelete={onDelete} />}
    </div>
  );
}

function Changes({ order, onEdit, onDelete }: Pick<ActionsProps, 'order' | 'onEdit' | 'onDelete'>) {
  const turn = useOrderSwitch(order);
  const runs = order.active && order.paused === null;
  return (
    <>
      <Button
        size="small"
        icon={runs ? Pause : Play}
        variant={runs ? 'secondary' : 'primary'}
        aria-label={`${runs ? 'Pause' : 'Resume'} ${order.name}`}
        pending={turn.isPending}
        onClick={() => turn.mutate(!runs)}
      >
        {runs ? 'Pause' : 'Resume'}
      </Button>
      <IconButton icon={Pencil} label={`Edit ${order.name}`} onClick={onEdit} />
      <IconButton icon={Trash2} label={`Delete ${order.name}`} onClick={onDelete} />
    </>
  );
}
