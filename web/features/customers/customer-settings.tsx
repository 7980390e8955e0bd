import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Customer, updateCustomer } from '#contract/customers.ts';
import { callApi } from '../../lib/call-api.ts';
import { formatCount } from '../../lib/format.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { formatMoney } from '../../lib/money.ts';
import { PriceFields } from '../../lib/price-fields.tsx';
import { plainAmount, priceProblem } from '../../lib/sale-price.ts';
import { showReason } from '../../lib/show-failure.ts';
import { useAsked } from '../../lib/use-asked.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast-store.ts';

interface CustomerSettingsProps {
  customer: Customer;
  isAdmin: boolean;
}

/** Customer's name, next price and return window, editable by administrators. */
export function CustomerSettings({ customer, isAdmin }: CustomerSettingsProps) {
  return isAdmin ? <SettingsForm customer={customer} /> : <SettingsList customer={customer} />;
}

function SettingsList({ customer }: Pick<CustomerSettingsProps, 'customer'>) {
  const { name, price, currency, returnDays } = customer;
  const facts = [
    ['Name', name ?? '–'],
    ['Next price', price !== null && currency !== null ? formatMoney({ amount: price, currency }) : '–'],
    ['Returns', windowText(returnDays)],
  ] as const;
  return (
    <>
      <dl className="text-13">
        {facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 py-1">
            <dt className="text-muted">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-13 text-muted">Administrators can change these.</p>
    </>
  );
}

function windowText(days: number | null): string {
  if (days === null) return 'At any time';
  return days === 0 ? 'Administrators only' : `Within ${formatCount(days, 'day')}`;
}

function SettingsForm({ customer }: Pick<CustomerSettingsProps, 'customer'>) {
  const client = useQueryClient();
  const saved = {
    name: customer.name ?? '',
    price: customer.price ?? '',
    currency: customer.currency ?? '',
    days: customer.returnDays === null ? '' : String(customer.returnDays),
  };
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
          name: draft.name.trim() || null,
          // An untouched price keeps following the last sale.
          ...(!untouched && {
            price: amount || null,
            currency: amount === '' ? null : draft.currency,
          }),
          returnDays: days === '' ? null : Number(days),
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
      <Field label="Name" optional>
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
      </Field>
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
