import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Contact } from 'lucide-react';
import { CUSTOMERS_PAGE_SIZE } from '#contract/customers.ts';
import { formatCount } from '../../lib/format.ts';
import { PageWaits, usePageWaits } from '../../lib/page-waits.tsx';
import { QueryError } from '../../lib/query-error.tsx';
import { SearchField } from '../../lib/search-field.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { CustomerTable } from './customer-table.tsx';
import { type CustomersView, nextOrder, orderSearch } from './customers-view.ts';
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
  return (
    <Card>
      <EmptyState icon={Contact} {...state} />
    </Card>
  );
}
