import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { type Customer, type CustomerSale, customerStatement } from '#contract/customers.ts';
import { type BulkSale, deliveryFile } from '#contract/deliveries.ts';
import { callUrl } from '../../lib/call-api.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { Moment } from '../../lib/moment.tsx';
import { formatMoney } from '../../lib/money.ts';
import { QueryContent } from '../../lib/query-error.tsx';
import { ReturnSaleDialog } from '../../lib/return-sale-dialog.tsx';
import { useReport } from '../../lib/verify-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Field } from '../../ui/field.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import {
  BULK_SALES_PAGE_SIZE,
  bulkSalesQuery,
  customerSalesQuery,
  SALES_PAGE_SIZE,
  type SalesChoice,
} from './queries.ts';

const CHOICES: readonly { value: SalesChoice; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'false', label: 'Kept' },
  { value: 'true', label: 'Returned' },
];

export function CustomerSales({ customer, isAdmin }: { customer: Customer; isAdmin: boolean }) {
  const [returned, setReturned] = useState<SalesChoice>('all');
  const [page, setPage] = useState(1);
  const [returning, setReturning] = useState<CustomerSale | null>(null);
  const query = useQuery(customerSalesQuery(customer.number, returned, page));
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / SALES_PAGE_SIZE));
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
      <QueryContent
        query={query}
        title="Failed to fetch sales"
        loading={<Skeleton className="mt-3 h-40 w-full" />}
      >
        {({ sales }) =>
          sales.length === 0 ? (
            <p className="py-4 text-13 text-muted">
              {returned === 'true' ? 'No leads were returned.' : 'All leads were returned.'}
            </p>
          ) : (
            <ul aria-label="Sales" className="mt-2">
              {sales.map((sale) => (
                <SaleRow key={sale.id} sale={sale} isAdmin={isAdmin} onReturn={() => setReturning(sale)} />
              ))}
            </ul>
          )
        }
      </QueryContent>
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

/** Bulk sales to a customer, newest first, with downloads; nothing without any. */
export function BulkSales({ customer }: { customer: string }) {
  const [page, setPage] = useState(1);
  const { data } = useQuery(bulkSalesQuery(customer, page));
  if (data === undefined || data.total === 0) return null;
  const pages = Math.ceil(data.total / BULK_SALES_PAGE_SIZE);
  return (
    <div className="mb-4">
      <p className="text-13 text-muted">One file for each bulk sale, without the leads returned since.</p>
      <ul aria-label="Delivered files" className="mt-1">
        {data.deliveries.map((delivery) => (
          <BulkSaleRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="mt-3">
          <Pagination page={Math.min(page, pages)} pages={pages} onPage={setPage} />
        </div>
      )}
    </div>
  );
}

function BulkSaleRow({ delivery: { id, soldAt, soldBy, sold, undone } }: { delivery: BulkSale }) {
  const { pending, save, dialog } = useReport(
    deliveryFile,
    { params: { id } },
    'Failed to download the file. Please try again.',
  );
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-2.5 text-13 last:border-b-0">
      <p className="min-w-0 break-words">
        <span className="font-medium tabular-nums">{formatCount(sold, 'lead')}</span>
        <span className="text-muted">
          {' '}
          sold <Moment time={soldAt} /> by {soldBy}
          {undone && ' · undone'}
        </span>
      </p>
      <Button
        size="small"
        icon={Download}
        pending={pending}
        pendingText="Downloading..."
        aria-label={`Download ${formatCount(sold, 'lead')} sold ${formatDateTime(soldAt)}`}
        onClick={save}
      >
        Download
      </Button>
      {dialog}
    </li>
  );
}

const PERIODS = [
  { value: 'this', label: 'This Month' },
  { value: 'last', label: 'Last Month' },
  { value: 'custom', label: 'Custom' },
] as const;

type Period = (typeof PERIODS)[number]['value'];

/** Returns a month's first and last day in UTC, `yyyy-mm-dd`. */
function monthOf(now: Date, monthsAgo: number): { from: string; to: string } {
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, date)).toISOString().slice(0, 10);
  return { from: day(-monthsAgo, 1), to: day(1 - monthsAgo, 0) };
}

export function Statement({ customer }: { customer: string }) {
  const [period, setPeriod] = useState<Period>('this');
  const [custom, setCustom] = useState({ from: '', to: '' });
  const { from, to } = period === 'custom' ? custom : monthOf(new Date(), period === 'this' ? 0 : 1);
  const reversed = from !== '' && to !== '' && from > to;
  const days = { ...(from !== '' && { from }), ...(to !== '' && { to }) };
  const address = (format: 'csv' | 'html') =>
    callUrl(customerStatement, { query: { customer, ...days, format } });
  const day = (key: keyof typeof custom, label: string, error?: string) => (
    <Field label={label} error={error}>
      <TextInput
        type="date"
        value={custom[key]}
        onChange={(event) => setCustom({ ...custom, [key]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-13 text-muted">Sales and returns with totals by currency. Dates are in UTC.</p>
      <Segmented label="Period" value={period} options={PERIODS} onChange={setPeriod} />
      {period === 'custom' && (
        <div className="grid w-full grid-cols-2 items-start gap-3">
          {day('from', 'First day')}
          {day('to', 'Last day', reversed ? 'Choose a day on or after the first day' : undefined)}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {!reversed && (
          <>
            <a className={buttonClass()} href={address('csv')} download>
              <Download className="size-4" aria-hidden />
              Download Statement
            </a>
            <a className={buttonClass()} href={address('html')} target="_blank" rel="noreferrer">
              <Printer className="size-4" aria-hidden />
              Open to Print
            </a>
          </>
        )}
      </div>
    </div>
  );
}
