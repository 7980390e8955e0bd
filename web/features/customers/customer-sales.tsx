import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Customer, CustomerSale } from '#contract/customers.ts';
import { Moment } from '../../lib/moment.tsx';
import { formatMoney } from '../../lib/money.ts';
import { QueryError } from '../../lib/query-error.tsx';
import { ReturnSaleDialog } from '../../lib/return-sale-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { customerSalesQuery, SALES_PAGE_SIZE, type SalesChoice } from './queries.ts';

const CHOICES: readonly { value: SalesChoice; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'false', label: 'Kept' },
  { value: 'true', label: 'Returned' },
];

interface CustomerSalesProps {
  customer: Customer;
  isAdmin: boolean;
}

export function CustomerSales({ customer, isAdmin }: CustomerSalesProps) {
  const [returned, setReturned] = useState<SalesChoice>('all');
  const [page, setPage] = useState(1);
  const [returning, setReturning] = useState<CustomerSale | null>(null);
  const query = useQuery(customerSalesQuery(customer.number, returned, page));
  const { data, error } = query;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / SALES_PAGE_SIZE));
  return (
    <>
      <Segmented
        label="Sales shown"
        value={returned}
        options={CHOICES}
        onChange={(next) => {
          setReturned(next);
          setPage(1);
        }}
      />
      {data === undefined ? (
        error ? (
          <QueryError title="Failed to fetch sales" query={query} className="py-8" />
        ) : (
          <Skeleton className="mt-3 h-40 w-full" />
        )
      ) : data.sales.length === 0 ? (
        <p className="py-4 text-13 text-muted">
          {returned === 'true' ? 'No leads were returned.' : 'All leads were returned.'}
        </p>
      ) : (
        <ul aria-label="Sales" className="mt-2">
          {data.sales.map((sale) => (
            <SaleRow key={sale.id} sale={sale} isAdmin={isAdmin} onReturn={() => setReturning(sale)} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <div className="mt-3">
          <Pagination page={Math.min(page, pages)} pages={pages} onPage={setPage} />
        </div>
      )}
      {returning && (
        <ReturnSaleDialog
          leadId={returning.leadId}
          name={returning.lead ?? 'the lead'}
          onClose={() => setReturning(null)}
        />
      )}
    </>
  );
}

interface SaleRowProps {
  sale: CustomerSale;
  isAdmin: boolean;
  onReturn: () => void;
}

function SaleRow({ sale, isAdmin, onReturn }: SaleRowProps) {
  const gone = sale.lead === null;
  const standing = sale.returnedAt === null && !gone && !sale.inBin;
  return (
    <li className="flex items-start justify-between gap-3 border-b border-line py-2.5 text-13 last:border-b-0">
      <div className="min-w-0">
        {gone ? (
          <p className="text-muted">Deleted lead</p>
        ) : (
          <Link
            to="/leads"
            search={{ lead: sale.leadId }}
            className="font-medium break-words underline-offset-4 hover:underline"
          >
            {sale.lead}
          </Link>
        )}
        <p className="break-words text-muted">
          Sold <Moment time={sale.soldAt} /> by {sale.soldBy}
          {sale.inBin && ' · in the bin'}
        </p>
        {sale.returnedAt !== null && (
          <p className="break-words text-muted">
            Returned <Moment time={sale.returnedAt} />
            {sale.returnedBy !== null && ` by ${sale.returnedBy}`}
            {sale.returnReason !== null && `: ${sale.returnReason}`}
          </p>
        )}
        {standing && sale.late && (
          <p className="text-caution">
            The return window has ended. Only administrators can return this lead.
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-3">
        {sale.price !== null && sale.currency !== null && (
          <span className="tabular-nums">{formatMoney({ amount: sale.price, currency: sale.currency })}</span>
        )}
        {standing && (
          <Button
            size="small"
            disabled={sale.late && !isAdmin}
            aria-label={`Return ${sale.lead}`}
            onClick={onReturn}
          >
            Return
          </Button>
        )}
      </div>
    </li>
  );
}
