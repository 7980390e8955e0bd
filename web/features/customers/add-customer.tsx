import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addCustomer, type Customer } from '#contract/customers.ts';
import { callApi } from '../../lib/call-api.ts';
import { customerLabel } from '../../lib/format.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { showReason } from '../../lib/show-failure.ts';
import { useAsked } from '../../lib/use-asked.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast-store.ts';

const EMPTY = { number: '', name: '', contact: '', email: '', phone: '', notes: '' };

export function AddCustomer() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={Plus} onClick={() => setOpen(true)}>
        Add Customer
      </Button>
      {open && <AddCustomerDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function AddCustomerDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [asked, ask] = useAsked();
  const number = draft.number.trim();
  const add = useMutation({
    mutationFn: () => callApi(addCustomer, { body: { number, ...particularsOf(draft) } }),
    onSuccess: (customer) => {
      toast({ title: 'Customer added', description: customerLabel(customer) });
      void refetchTouched(client, LEAD_TOPICS);
      onClose();
    },
    onError: (error) => showReason(error, "Couldn't add the customer"),
  });
  return (
    <ActionDialog
      onClose={onClose}
      title="Add Customer"
      action="Add Customer"
      pending={add.isPending}
      pendingText="Adding..."
      onAction={(form) => (number === '' ? ask(form) : add.mutate())}
    >
      <Field
        label="Customer Number"
        error={asked && number === '' ? 'Please enter a customer number' : undefined}
      >
        <TextInput
          autoComplete="off"
          maxLength={200}
          placeholder="e.g. C-1042"
          value={draft.number}
          onChange={(event) => setDraft({ ...draft, number: event.target.value })}
        />
      </Field>
      <ParticularFields draft={draft} onEdit={(change) => setDraft({ ...draft, ...change })} />
    </ActionDialog>
  );
}

const FIELDS = [
  ['name', 'Name', 200],
  ['contact', 'Contact person', 200],
  ['email', 'Email', 320],
  ['phone', 'Phone', 50],
  ['notes', 'Notes', 5_000],
] as const;

type Particulars = Record<(typeof FIELDS)[number][0], string>;

export function particularsOf(held: Pick<Customer, keyof Particulars> | Particulars): Particulars {
  return Object.fromEntries(FIELDS.map(([key]) => [key, held[key]?.trim() ?? ''])) as Particulars;
}

interface ParticularFieldsProps {
  draft: Particulars;
  onEdit: (change: Partial<Particulars>) => void;
}

export function ParticularFields({ draft, onEdit }: ParticularFieldsProps) {
  return FIELDS.map(([key, label, maxLength]) => (
    <Field key={key} label={label} optional>
      <TextInput
        autoComplete="off"
        maxLength={maxLength}
        value={draft[key]}
        onChange={(event) => onEdit({ [key]: event.target.value })}
      />
    </Field>
  ));
}
