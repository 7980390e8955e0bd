import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type BulkSale, deliveryFile } from '#contract/deliveries.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { Moment } from '../../lib/moment.tsx';
import { useReport } from '../../lib/use-report.tsx';
import { Button } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { BULK_SALES_PAGE_SIZE, bulkSalesQuery } from './queries.ts';

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
