import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Customer, CustomerSort } from '#contract/customers.ts';
import { formatNumber } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Cell, DataTable, HeaderCell, TableRow } from '../../ui/data-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CustomerName, Moment, Returned, Revenue } from './customer-parts.tsx';
import type { CustomerOrder } from './customers-view.ts';

export interface CustomerListProps {
  customers: readonly Customer[];
  order: CustomerOrder;
  stale: boolean;
  onSort: (sort: CustomerSort) => void;
  onOpen: (number: string) => void;
}

const COLUMNS: readonly { sort: CustomerSort; label: string; numeric: boolean }[] = [
  { sort: 'number', label: 'Customer', numeric: false },
  { sort: 'sold', label: 'Leads Bought', numeric: true },
  { sort: 'returned', label: 'Returned', numeric: true },
  { sort: 'revenue', label: 'Revenue', numeric: true },
  { sort: 'lastSaleAt', label: 'Last Sale', numeric: false },
];

type HeadProps = Pick<CustomerListProps, 'order' | 'onSort'>;

function Head({ order, onSort }: HeadProps) {
  return (
    <thead>
      <tr>
        {COLUMNS.map(({ sort, label, numeric }) => {
          const sorted = order.sort === sort;
          const Arrow = order.order === 'asc' ? ArrowUp : ArrowDown;
          return (
            <HeaderCell
              key={sort}
              numeric={numeric}
              {...(sorted && { 'aria-sort': order.order === 'asc' ? 'ascending' : 'descending' })}
            >
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
            </HeaderCell>
          );
        })}
      </tr>
    </thead>
  );
}

/** Lists customers as a table; a click on a row opens the customer. */
export function CustomerTable({ customers, order, stale, onSort, onOpen }: CustomerListProps) {
  return (
    <DataTable label="Customers" stale={stale}>
      <Head order={order} onSort={onSort} />
      <tbody>
        {customers.map((customer) => (
          <TableRow key={customer.number} className="cursor-pointer" onClick={() => onOpen(customer.number)}>
            <Cell className="w-full max-w-0 min-w-48">
              <CustomerName customer={customer} onOpen={onOpen} />
            </Cell>
            <Cell numeric>{formatNumber(customer.sold)}</Cell>
            <Cell numeric className="whitespace-nowrap">
              <Returned {...customer} />
            </Cell>
            <Cell numeric className="py-1 whitespace-nowrap">
              <Revenue {...customer} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">
              <Moment time={customer.lastSaleAt} />
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, row) => `row-${row}`);

/** Renders a placeholder for the table while it loads. */
export function CustomerTableSkeleton(props: HeadProps) {
  return (
    <DataTable label="Customers" busy>
      <Head {...props} />
      <tbody>
        {SKELETON_ROWS.map((row) => (
          <TableRow key={row}>
            {COLUMNS.map(({ sort }) => (
              <Cell key={sort}>
                <Skeleton className={sort === 'number' ? 'h-3 w-40' : 'ml-auto h-3 w-16'} />
              </Cell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </DataTable>
  );
}
