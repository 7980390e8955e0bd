import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addCustomer } from '#contract/customers.ts';
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
import { ParticularFields, particularsOf } from './particular-fields.tsx';

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
