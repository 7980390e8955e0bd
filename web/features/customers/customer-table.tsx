import { ArrowDown, ArrowUp } from 'lucide-react';
import { CUSTOMER_SORTS, type Customer, type CustomerSort } from '#contract/customers.ts';
import { formatNumber } from '../../lib/format.ts';
import { Moment } from '../../lib/moment.tsx';
import { cx } from '../../ui/cx.ts';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { Select } from '../../ui/select.tsx';
import { CustomerName, Returned, Revenue } from './customer-parts.tsx';
import type { CustomerOrder } from './customers-view.ts';

const TABLE_WIDTH = 640;

export interface CustomerTableProps {
  /** Undefined while they load. */
  customers: readonly Customer[] | undefined;
  order: CustomerOrder;
  stale: boolean;
  onSort: (sort: CustomerSort) => void;
  onOpen: (number: string) => void;
}

export function CustomerTable({ customers, order, stale, onSort, onOpen }: CustomerTableProps) {
  const sortable = (sort: CustomerSort, label: string) => ({
    label,
    heading: <SortButton label={label} sort={sort} order={order} onSort={onSort} />,
    sorted: order.sort === sort ? DIRECTION[order.order] : undefined,
  });
  const columns: RecordColumn<Customer>[] = [
    {
      ...sortable('number', 'Customer'),
      onCard: 'title',
      className: 'w-full max-w-0 min-w-48',
      skeleton: 'w-40',
      value: (customer) => <CustomerName customer={customer} onOpen={onOpen} />,
    },
    { ...sortable('sold', 'Leads Bought'), numeric: true, value: ({ sold }) => formatNumber(sold) },
    {
      ...sortable('returned', 'Returned'),
      numeric: true,
      className: 'whitespace-nowrap',
      value: (customer) => <Returned {...customer} />,
    },
    {
      ...sortable('revenue', 'Revenue'),
      numeric: true,
      className: 'whitespace-nowrap',
      cellClassName: 'py-1',
      value: (customer) => <Revenue {...customer} />,
    },
    {
      ...sortable('lastSaleAt', 'Last Sale'),
      className: 'whitespace-nowrap',
      cellClassName: 'text-muted',
      value: ({ lastSaleAt }) => (lastSaleAt === null ? '–' : <Moment time={lastSaleAt} />),
    },
  ];
  return (
    <RecordTable
      label="Customers"
      records={customers}
      keyOf={({ number }) => number}
      tableWidth={TABLE_WIDTH}
      stale={stale}
      placeholders={8}
      onOpen={({ number }) => onOpen(number)}
      columns={columns}
      aboveCards={<SortSelect order={order} onSort={onSort} />}
    />
  );
}

const DIRECTION = { asc: 'ascending', desc: 'descending' } as const;

type SortProps = Pick<CustomerTableProps, 'order' | 'onSort'>;

function SortButton({ label, sort, order, onSort }: SortProps & { label: string; sort: CustomerSort }) {
  const sorted = order.sort === sort;
  const Arrow = order.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={cx(
        'inline-flex h-7 items-center gap-1 rounded-control hover:text-text',
        sorted && 'text-text',
      )}
      onClick={() => onSort(sort)}
    >
      {label}
      {sorted && <Arrow className="size-3.5" aria-hidden />}
    </button>
  );
}

const SORT_LABELS: Record<CustomerSort, string> = {
  number: 'Number',
  name: 'Name',
  sold: 'Leads Bought',
  returned: 'Return Rate',
  revenue: 'Revenue',
  lastSaleAt: 'Last Sale',
};

const SORTS = CUSTOMER_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));

/** Sort order for cards, which have no headings. */
function SortSelect({ order, onSort }: SortProps) {
  return (
    <div className="mb-3 flex items-center gap-3">
      <span className="text-13 text-muted">Sort by</span>
      <div className="min-w-0 flex-1">
        <Select aria-label="Sort by" value={order.sort} options={SORTS} onChange={onSort} />
      </div>
    </div>
  );
}
