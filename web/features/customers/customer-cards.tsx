import type { ReactNode } from 'react';
import { CUSTOMER_SORTS, type CustomerSort } from '#contract/customers.ts';
import { formatNumber } from '../../lib/format.ts';
import { Select } from '../../ui/select.tsx';
import { CustomerName, Moment, Returned, Revenue } from './customer-parts.tsx';
import type { CustomerListProps } from './customer-table.tsx';

const SORT_LABELS: Record<CustomerSort, string> = {
  number: 'Number',
  name: 'Name',
  sold: 'Leads Bought',
  returned: 'Return Rate',
  revenue: 'Revenue',
  lastSaleAt: 'Last Sale',
};

const SORTS = CUSTOMER_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-3 text-13">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** Lists customers as cards on screens too narrow for the table. */
export function CustomerCards({ customers, order, stale, onSort, onOpen }: CustomerListProps) {
  return (
    <>
      <div className="mb-3 flex items-center gap-3">
        <span className="text-13 text-muted">Sort by</span>
        <div className="min-w-0 flex-1">
          <Select aria-label="Sort by" value={order.sort} options={SORTS} onChange={onSort} />
        </div>
      </div>
      <ul aria-label="Customers" aria-busy={stale} className="flex flex-col gap-3">
        {customers.map((customer) => (
          <li key={customer.number} className="min-w-0 rounded-card border border-line bg-surface px-4 py-2">
            <CustomerName customer={customer} onOpen={onOpen} />
            <dl className="mt-1 border-t border-line pt-1">
              <Fact label="Leads bought">{formatNumber(customer.sold)}</Fact>
              <Fact label="Returned">
                <Returned {...customer} />
              </Fact>
              <Fact label="Revenue">
                <Revenue {...customer} />
              </Fact>
              <Fact label="Last sale">
                <Moment time={customer.lastSaleAt} />
              </Fact>
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
