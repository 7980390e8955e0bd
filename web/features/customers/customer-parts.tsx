import type { Customer, SalesFigures } from '#contract/customers.ts';
import { customerLabel, formatNumber, formatPercent } from '../../lib/format.ts';
import { formatMoney } from '../../lib/money.ts';
import { cx } from '../../ui/cx.ts';

/** Returned leads with their share. */
export function Returned({ sold, returned }: Pick<SalesFigures, 'sold' | 'returned'>) {
  return (
    <>
      {formatNumber(returned)}
      {returned > 0 && <span className="text-muted"> {formatPercent(returned / sold)}</span>}
    </>
  );
}

/** Revenue, a line per currency. */
export function Revenue({ revenue }: Pick<SalesFigures, 'revenue'>) {
  if (revenue.length === 0) return <span className="text-muted">–</span>;
  return revenue.map((sum) => (
    <span key={sum.currency} className="block">
      {formatMoney(sum)}
    </span>
  ));
}

export function CustomerName({ customer, onOpen }: { customer: Customer; onOpen: (number: string) => void }) {
  const { number, name } = customer;
  return (
    <button
      type="button"
      className="flex max-w-full min-w-0 items-baseline gap-2 rounded-control py-1 text-left underline-offset-4 max-md:min-h-11 max-md:items-center hover:underline"
      title={customerLabel(customer)}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(number);
      }}
    >
      <span className={cx('truncate font-medium', name === null ? 'min-w-0' : 'max-w-3/5 shrink-0')}>
        {number}
      </span>
      {name !== null && <span className="min-w-0 truncate text-muted">{name}</span>}
    </button>
  );
}
