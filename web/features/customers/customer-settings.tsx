import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Merge } from 'lucide-react';
import { useState } from 'react';
import { listColumnSets } from '#contract/column-sets.ts';
import { type Customer, mergeCustomers, updateCustomer } from '#contract/customers.ts';
import { callApi } from '../../lib/call-api.ts';
import { CustomerField } from '../../lib/customer-field.tsx';
import { customerLabel, formatCount, formatNumber } from '../../lib/format.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { formatMoney, formatRevenue } from '../../lib/money.ts';
import { PriceFields } from '../../lib/price-fields.tsx';
import { queryOf } from '../../lib/query.ts';
import { plainAmount, priceProblem } from '../../lib/sale-price.ts';
import { showReason } from '../../lib/show-failure.ts';
import { useAsked } from '../../lib/use-asked.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ParticularFields, particularsOf } from './add-customer.tsx';

const ALL_COLUMNS = 'all';

interface CustomerSettingsProps {
  customer: Customer;
  isAdmin: boolean;
}

/** Customer's name, contact, next price and return window, editable by administrators. */
export function CustomerSettings({ customer, isAdmin }: CustomerSettingsProps) {
  return isAdmin ? (
    <SettingsForm customer={customer} />
  ) : (
    <p className="text-13 text-muted">Administrators can change contact and terms.</p>
  );
}

/** Contact and terms; the name is in the title. */
export function CustomerContact({ customer }: Pick<CustomerSettingsProps, 'customer'>) {
  const { contact, email, phone, notes, price, currency, returnDays } = customer;
  const facts: [label: string, value: string | null][] = [
    ['Contact', contact],
    ['Email', email],
    ['Phone', phone],
    ['Notes', notes],
    ['Next price', price !== null && currency !== null ? formatMoney({ amount: price, currency }) : '–'],
    ['Returns', windowText(returnDays)],
  ];
  return (
    <dl className="text-13">
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 py-1">
              <dt className="text-muted">{label}</dt>
              <dd className="break-words whitespace-pre-line">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function windowText(days: number | null): string {
  if (days === null) return 'At any time';
  return days === 0 ? 'Administrators only' : `Within ${formatCount(days, 'day')}`;
}

function SettingsForm({ customer }: Pick<CustomerSettingsProps, 'customer'>) {
  const client = useQueryClient();
  const saved = {
    ...particularsOf(customer),
    price: customer.price ?? '',
    currency: customer.currency ?? '',
    days: customer.returnDays === null ? '' : String(customer.returnDays),
    columnSetId: customer.columnSetId ?? '',
  };
  const { data: sets = [] } = useQuery(queryOf(listColumnSets, {}));
  const [draft, setDraft] = useState(saved);
  const problem = priceProblem(draft);
  const [asked, ask] = useAsked();
  const days = draft.days.trim();
  const daysValid = days === '' || (/^\d{1,4}$/.test(days) && Number(days) <= 3650);
  const changed = (Object.keys(saved) as (keyof typeof saved)[]).some(
    (key) => saved[key] !== draft[key].trim(),
  );
  const save = useMutation({
    mutationFn: () => {
      const amount = plainAmount(draft.price);
      const untouched = amount === saved.price && draft.currency === saved.currency;
      return callApi(updateCustomer, {
        query: { customer: customer.number },
        body: {
          ...particularsOf(draft),
          // An untouched price keeps following the last sale.
          ...(!untouched && {
            price: amount || null,
            currency: amount === '' ? null : draft.currency,
          }),
          returnDays: days === '' ? null : Number(days),
          columnSetId: draft.columnSetId || null,
        },
      });
    },
    onSuccess: () => void toast({ title: 'Customer saved', description: customer.number }),
    onError: (error) => showReason(error, "Couldn't save the customer"),
    onSettled: () => void refetchTouched(client, LEAD_TOPICS),
  });
  return (
    <form
      aria-label="Customer settings"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!changed || save.isPending) return;
        if (problem === null && daysValid) save.mutate();
        else ask(event.currentTarget);
      }}
    >
      <ParticularFields draft={draft} onEdit={(change) => setDraft({ ...draft, ...change })} />
      <PriceFields
        label="Price per lead"
        help="Suggested for the next sale. Leave empty to suggest the last sale's price."
        draft={draft}
        onEdit={(change) => setDraft({ ...draft, ...change })}
        problem={problem}
        asked={asked}
      />
      <Field
        label="Return window in days"
        optional
        help="After that, only administrators can return a lead. Leave empty for no limit."
        error={daysValid ? undefined : 'Enter 0 to 3,650 days'}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={draft.days}
          onChange={(event) => setDraft({ ...draft, days: event.target.value })}
        />
      </Field>
      <Field label="Columns of deliveries" help="Sets are saved where you choose the columns of an export.">
        <Select
          value={draft.columnSetId || ALL_COLUMNS}
          options={[
            { value: ALL_COLUMNS, label: 'All columns' },
            ...sets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => setDraft({ ...draft, columnSetId: id === ALL_COLUMNS ? '' : id })}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="self-end"
        disabled={!changed}
        pending={save.isPending}
        pendingText="Saving..."
      >
        Save
      </Button>
    </form>
  );
}

interface MergeCustomerProps {
  customer: Customer;
  onMerged: () => void;
}

export function MergeCustomer(props: MergeCustomerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Merge} className="mt-4" onClick={() => setOpen(true)}>
        Merge Into…
      </Button>
      {open && <MergeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function MergeDialog({ customer, onMerged, onClose }: MergeCustomerProps & { onClose: () => void }) {
  const client = useQueryClient();
  const [into, setInto] = useState('');
  const [asked, ask] = useAsked();
  const { number, sold, returned, revenue } = customer;
  const merge = useMutation({
    mutationFn: () => callApi(mergeCustomers, { body: { customer: number, into: into.trim() } }),
    onSuccess: (kept) => {
      toast({ title: 'Customers merged', description: `${number} is now ${customerLabel(kept)}` });
      onMerged();
    },
    onError: (error) => showReason(error, "Couldn't merge the customers"),
    onSettled: () => void refetchTouched(client, LEAD_TOPICS),
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Merge Customers"
      description={`${formatCount(sold, 'lead')} sold, ${formatNumber(returned)} returned and revenue of ${formatRevenue(revenue)} will go to the other customer, with all settings it lacks. ${customerLabel(customer)} will be removed. This can't be undone.`}
      action="Merge Customers"
      destructive
      pending={merge.isPending}
      pendingText="Merging..."
      onAction={(form) => (into.trim() === '' ? ask(form) : merge.mutate())}
    >
      <CustomerField
        label="Merge into"
        error={asked && into.trim() === '' ? 'Please enter a customer number' : undefined}
        value={into}
        onChange={setInto}
      />
    </ActionDialog>
  );
}
