import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Customer, exportDeliveries } from '#contract/customers.ts';

import { DeliveryLog } from '../../lib/delivery-log.tsx';
import { customerLabel, formatNumber } from '../../lib/format.ts';
import { Moment } from '../../lib/moment.tsx';
import { QueryContent } from '../../lib/query-error.tsx';
import { useReport } from '../../lib/verify-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Field } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { Returned, Revenue } from './customer-list.tsx';
import { BulkSales, CustomerSales, Statement } from './customer-sales.tsx';
import { CustomerContact, CustomerSettings, MergeCustomer } from './customer-settings.tsx';
import { OutcomeImport } from './outcome-import.tsx';
import { customerQuery } from './queries.ts';

interface CustomerDrawerProps {
  number: string;
  isAdmin: boolean;
  /** The customer's orders. */
  orders: ReactNode;
  onClose: () => void;
}

export function CustomerDrawer({ number, isAdmin, orders, onClose }: CustomerDrawerProps) {
  const query = useQuery(customerQuery(number));
  const { data } = query;
  return (
    <Sheet onClose={onClose} title={data ? customerLabel(data) : number} className="w-[34rem]">
      <QueryContent
        query={query}
        title="Failed to fetch the customer"
        className="py-16"
        missing={{
          title: 'Customer not found',
          text: 'Add customers on this page; they also appear with their first sale.',
        }}
        loading={
          <div className="flex flex-col gap-3 p-5">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-40 w-full" />
          </div>
        }
      >
        {(customer) => <Record customer={customer} isAdmin={isAdmin} orders={orders} onClose={onClose} />}
      </QueryContent>
    </Sheet>
  );
}

function Record({
  customer,
  isAdmin,
  orders,
  onClose,
}: Omit<CustomerDrawerProps, 'number'> & { customer: Customer }) {
  return (
    <div className="flex flex-col gap-6 px-5 py-4">
      <CustomerContact customer={customer} />
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure label="Leads bought">{formatNumber(customer.sold)}</Figure>
        <Figure label="Returned">
          <Returned {...customer} />
        </Figure>
        <Figure label="Revenue">
          <Revenue {...customer} />
        </Figure>
        <Figure label="Last sale">
          {customer.lastSaleAt === null ? '–' : <Moment time={customer.lastSaleAt} />}
        </Figure>
      </dl>
      <Link to="/leads" search={{ customer: customer.number }} className={`${buttonClass()} self-start`}>
        View Leads
        <ArrowUpRight className="ml-2 size-4" aria-hidden />
      </Link>
      <Section title="Orders">{orders}</Section>
      <Section title="Sales">
        <CustomerSales customer={customer} isAdmin={isAdmin} />
      </Section>
      <DeliveryLog title="Delivery Log" of={{ customer: customer.number }} isAdmin={isAdmin} />
      <Section title="Deliveries">
        <BulkSales customer={customer.number} />
        <DeliveryDownload customer={customer.number} />
      </Section>
      <Section title="Outcomes">
        <OutcomeImport customer={customer.number} />
      </Section>
      <Section title="Statement">
        <Statement customer={customer.number} />
      </Section>
      <Section title="Settings">
        <CustomerSettings key={settingsKey(customer)} customer={customer} isAdmin={isAdmin} />
        {isAdmin && <MergeCustomer customer={customer} onMerged={onClose} />}
      </Section>
    </div>
  );
}

/** Changed settings reset the form. */
function settingsKey({ sold, returned, revenue, lastSaleAt, ...settings }: Customer): string {
  return JSON.stringify(settings);
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="mt-0.5 text-14 font-medium break-words tabular-nums">{children}</dd>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-13 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function DeliveryDownload({ customer }: { customer: string }) {
  const [days, setDays] = useState({ from: '', to: '' });
  const { from, to } = days;
  const reversed = from !== '' && to !== '' && from > to;
  const { pending, save, dialog } = useReport(
    exportDeliveries,
    { query: { customer, ...(from !== '' && { from }), ...(to !== '' && { to }) } },
    'Failed to download the deliveries. Please try again.',
  );
  const day = (key: keyof typeof days, label: string, error?: string) => (
    <Field label={label} error={error}>
      <TextInput
        type="date"
        value={days[key]}
        onChange={(event) => setDays({ ...days, [key]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        Download the leads this customer bought, with prices and returns, as a CSV file. Leave the dates empty
        to include every sale. Dates are in UTC.
      </p>
      <div className="grid grid-cols-2 items-start gap-3">
        {day('from', 'From')}
        {day('to', 'To', reversed ? 'Choose a day on or after the first day' : undefined)}
      </div>
      <Button
        icon={Download}
        className="mt-3"
        disabled={reversed}
        pending={pending}
        pendingText="Downloading..."
        onClick={save}
      >
        Download CSV
      </Button>
      {dialog}
    </>
  );
}
