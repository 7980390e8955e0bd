import type { Order, OrderCap } from '#contract/orders.ts';
import { formatDateTime } from '../../lib/format.ts';
import { capUses, NEARLY_FULL, PERIOD_NOW } from '../../lib/orders.ts';
import { cx } from '../../ui/cx.ts';

/** How full each cap of an order is. */
export function CapBars({ order: { caps, currency, name } }: { order: Order }) {
  if (caps.length === 0) return <p className="text-13 text-muted">No caps</p>;
  return (
    <ul
      aria-label={`Caps of ${name}`}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-6 gap-y-3"
    >
      {caps.map((cap) => (
        <li key={JSON.stringify([cap.period, cap.country, cap.leads, cap.amount])} className="min-w-0">
          <CapBar cap={cap} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

function CapBar({ cap, currency }: { cap: OrderCap; currency: string | null }) {
  const uses = capUses(cap, currency);
  const share = Math.min(1, Math.max(...uses.map((use) => use.share)));
  const label = `${PERIOD_NOW[cap.period]}${cap.country === undefined ? '' : ` in ${cap.country}`}`;
  const text = uses.map((use) => use.text).join(', ');
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3 text-13">
        <span className="text-muted">{label}</span>
        <span className="tabular-nums">{text}</span>
      </p>
      <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-neutral-tint">
        <div
          className={cx(
            'h-full rounded-full',
            cap.isFull || share >= NEARLY_FULL ? 'bg-caution' : 'bg-accent',
          )}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      {cap.isFull && (
        <p className="mt-1 text-12 text-caution">
          {cap.opensAt === null ? 'Full' : `Full, opens ${formatDateTime(cap.opensAt)}`}
        </p>
      )}
    </>
  );
}
