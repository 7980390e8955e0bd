import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Contact } from 'lucide-react';
import {
  CUSTOMER_SORTS,
  CUSTOMERS_PAGE_SIZE,
  type Customer,
  type CustomerSort,
  type SalesFigures,
} from '#contract/customers.ts';
import { customerLabel, formatCount, formatNumber, formatPercent } from '../../lib/format.ts';
import { Moment } from '../../lib/moment.tsx';
import { formatMoney } from '../../lib/money.ts';
import { PageWaits, QueryError, usePageWaits } from '../../lib/query-error.tsx';
import { SearchField } from '../../lib/search-field.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import type { RecordColumn } from '../../ui/record-columns.ts';
import { RecordTable } from '../../ui/record-table.tsx';
import { Select } from '../../ui/select.tsx';
import { type CustomerOrder, type CustomersView, nextOrder, orderSearch } from './customers-view.ts';
import { customersQuery } from './queries.ts';
import type { CustomersSearch } from './search.ts';

interface CustomersProps {
  view: CustomersView;
  /** `replace` adds no history entry. */
  onSearch: (change: CustomersSearch, replace?: boolean) => void;
}

export function CustomerList({ view, onSearch }: CustomersProps) {
  const query = useQuery(customersQuery(view));
  const { data, error, isPlaceholderData } = query;
  const waits = usePageWaits(isPlaceholderData);
  return (
    <div>
      <SearchField
        label="Search customers by number or name"
        placeholder="Search by number or name"
        maxLength={200}
        className="mb-4 w-80 max-md:w-full"
        value={view.search}
        onSearch={(text) => onSearch({ search: text || undefined, page: undefined }, true)}
      />
      {waits ? (
        <PageWaits what="These customers" />
      ) : error && data === undefined ? (
        <QueryError card title="Failed to fetch customers" query={query} />
      ) : data?.customers.length === 0 ? (
        <NoCustomers view={view} total={data.total} onSearch={onSearch} />
      ) : (
        <CustomerTable
          customers={data?.customers}
          order={view}
          stale={isPlaceholderData}
          onSort={(sort) => onSearch({ ...orderSearch(nextOrder(view, sort)), page: undefined })}
          onOpen={(customer) => onSearch({ customer })}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-13 text-muted tabular-nums" aria-live="polite">
            {formatCount(data.total, 'customer')}
          </p>
          <Pagination
            page={view.page}
            pages={Math.max(1, Math.ceil(data.total / CUSTOMERS_PAGE_SIZE))}
            onPage={(page) => onSearch({ page: page === 1 ? undefined : String(page) })}
          />
        </div>
      )}
    </div>
  );
}

function NoCustomers({ view, total, onSearch }: CustomersProps & { total: number }) {
  const state =
    total > 0
      ? {
          title: 'This page is empty',
          text: "There aren't that many customers.",
          action: <Button onClick={() => onSearch({ page: undefined })}>Go to First Page</Button>,
        }
      : view.search !== ''
        ? {
            title: 'No customers found',
            text: `No customer number or name contains "${view.search}".`,
            action: <Button onClick={() => onSearch({ search: undefined })}>Clear Search</Button>,
          }
        : {
            title: 'No customers yet',
            text: 'Everyone you sell leads to appears here, with what they bought and returned.',
            action: (
              <Link to="/mark-sold" className={buttonClass('primary')}>
                Mark Leads as Sold
              </Link>
            ),
          };
  return <EmptyState card icon={Contact} {...state} />;
}

const TABLE_WIDTH = 640;

interface CustomerTableProps {
  /** Undefined while they load. */
  customers: readonly Customer[] | undefined;
  order: CustomerOrder;
  stale: boolean;
  onSort: (sort: CustomerSort) => void;
  onOpen: (number: string) => void;
}

function CustomerTable({ customers, order, stale, onSort, onOpen }: CustomerTableProps) {
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

export function Returned({ sold, returned }: Pick<SalesFigures, 'sold' | 'returned'>) {
  return (
    <>
      {formatNumber(returned)}
      {returned > 0 && <span className="text-muted"> {formatPercent(returned / sold)}</span>}
    </>
  );
}

export function Revenue({ revenue }: Pick<SalesFigures, 'revenue'>) {
  if (revenue.length === 0) return <span className="text-muted">–</span>;
  return revenue.map((sum) => (
    <span key={sum.currency} className="block">
      {formatMoney(sum)}
    </span>
  ));
}

function CustomerName({ customer, onOpen }: { customer: Customer; onOpen: (number: string) => void }) {
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
