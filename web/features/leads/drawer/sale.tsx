import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ClipboardList, RotateCcw } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { LeadDetail, LeadSale } from '#contract/leads.ts';
import { CustomerField, SaleTotal } from '../../../lib/customer-field.tsx';
import { Moment } from '../../../lib/moment.tsx';
import { formatMoney } from '../../../lib/money.ts';
import { consentRulesQuery, NoConsentNotice } from '../../../lib/no-consent.tsx';
import { PriceFields } from '../../../lib/price-fields.tsx';
import { ReturnSaleDialog } from '../../../lib/return-sale-dialog.tsx';
import { useSalePrice } from '../../../lib/sale-price.ts';
import { useAsked } from '../../../lib/use-asked.ts';
import { Button } from '../../../ui/button.tsx';
import { runBulkAction } from '../bulk/run-bulk-action.ts';
import { LazySellThroughOrder } from '../lazy-sell-through-order.tsx';
import { leadQuery } from '../queries.ts';
import { leadName } from '../table/lead-table-row.tsx';

interface SaleProps {
  lead: LeadDetail;
  disabled: boolean;
}

export function Sale({ lead, disabled }: SaleProps) {
  const giveBack = lead.isSold && !disabled && <Return lead={lead} />;
  const standing = lead.sales.some(({ returnedAt }) => returnedAt === null);
  return (
    <>
      {!lead.isSold && !disabled && <Sell lead={lead} />}
      {!disabled && <SellOrder id={lead.id} />}
      <SaleHistory sales={lead.sales} action={giveBack} />
      {/* Sold leads can lack a recorded sale. */}
      {!standing && giveBack && <div className="flex justify-end py-1">{giveBack}</div>}
    </>
  );
}

/** An order can share a sold lead. */
function SellOrder({ id }: Pick<LeadDetail, 'id'>) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex justify-end py-1 print:hidden">
      <Button size="small" icon={ClipboardList} onClick={() => setOpen(true)}>
        Sell Through Order
      </Button>
      {open && (
        <Suspense>
          <LazySellThroughOrder target={{ ids: [id] }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Return({ lead }: Pick<SaleProps, 'lead'>) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="print:hidden">
      <Button size="small" icon={RotateCcw} onClick={() => setAsking(true)}>
        Return
      </Button>
      {asking && <ReturnLeadDialog lead={lead} onClose={() => setAsking(false)} />}
    </div>
  );
}

function Sell({ lead }: Pick<SaleProps, 'lead'>) {
  const [customer, setCustomer] = useState('');
  const [pending, setPending] = useState(false);
  const customerNumber = customer.trim();
  const price = useSalePrice(customerNumber);
  const [asked, ask] = useAsked();
  const missing = asked && customerNumber === '';
  const { data: rules } = useQuery(consentRulesQuery);
  const lacksConsent = rules?.required.some((channel) => lead.consent[channel] !== 'given') ?? false;

  async function sell(form: Element) {
    if (pending) return;
    if (customerNumber === '' || price.terms === null) return ask(form);
    setPending(true);
    await runBulkAction({ ids: [lead.id] }, { type: 'markSold', customerNumber, ...price.terms });
    setPending(false);
  }

  return (
    <form
      className="my-1 flex flex-col gap-3 rounded-card border border-line p-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        void sell(event.currentTarget);
      }}
    >
      <NoConsentNotice count={lacksConsent ? 1 : 0} left="stays unsold" />
      <CustomerField
        label="Sell to customer"
        help={price.customerName}
        error={missing ? 'Please enter a customer number' : undefined}
        placeholder="Customer number"
        value={customer}
        onChange={setCustomer}
      />
      {/* Hidden without a customer, to keep the lead's fields in view. */}
      {customerNumber !== '' && (
        <>
          <PriceFields draft={price.draft} onEdit={price.edit} problem={price.problem} asked={asked} />
          <SaleTotal price={price} count={1} />
        </>
      )}
      <Button type="submit" size="small" className="self-end" pending={pending} pendingText="Marking...">
        Mark as Sold
      </Button>
    </form>
  );
}

function ReturnLeadDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ReturnSaleDialog
      leadId={lead.id}
      name={leadName(lead)}
      onReturned={(returned) => client.setQueryData(leadQuery(lead.id).queryKey, returned)}
      onClose={onClose}
    />
  );
}

interface SaleHistoryProps {
  sales: readonly LeadSale[];
  /** Shown at the current sale. */
  action: ReactNode;
}

function SaleHistory({ sales, action }: SaleHistoryProps) {
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
