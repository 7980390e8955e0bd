import type { ReactNode } from 'react';
import type { LeadSale } from '#contract/leads.ts';
import { formatDateTime, formatRelative } from '../../../lib/format.ts';
import { formatMoney } from '../../../lib/money.ts';

interface SaleHistoryProps {
  sales: readonly LeadSale[];
  /** Shown at the current sale. */
  action: ReactNode;
}

/** Sales of a lead, newest first. */
export function SaleHistory({ sales, action }: SaleHistoryProps) {
  if (sales.length === 0) return null;
  return (
    <ul data-printed aria-label="Sales" className="flex flex-col gap-2 py-1 text-13">
      {sales.map((sale) => (
        <li
          key={sale.id}
          className="grid grid-cols-[8.5rem_minmax(0,1fr)_auto] gap-x-2 max-sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <span className="text-muted max-sm:col-span-2">
            {sale.returnedAt === null ? 'Sold to' : 'Was sold to'}
          </span>
          <div className="min-w-0 sm:pl-2">
            <p className="font-medium break-words">
              {sale.customerNumber}
              {sale.price !== null && sale.currency !== null && (
                <span className="font-normal text-muted tabular-nums">
                  {' '}
                  for {formatMoney({ amount: sale.price, currency: sale.currency })}
                </span>
              )}
            </p>
            <p className="break-words text-muted">
              Sold <Moment time={sale.soldAt} /> by {sale.soldBy}
            </p>
            {sale.returnedAt !== null && (
              <p className="break-words text-muted">
                Returned <Moment time={sale.returnedAt} />
                {sale.returnedBy !== null && ` by ${sale.returnedBy}`}
                {sale.returnReason !== null && `: ${sale.returnReason}`}
              </p>
            )}
            {sale.late && (
              <p className="text-caution">
                The return window has ended. Only administrators can return this lead.
              </p>
            )}
          </div>
          {sale.returnedAt === null && action}
        </li>
      ))}
    </ul>
  );
}

function Moment({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatRelative(time)}
    </time>
  );
}
