import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Merge } from 'lucide-react';
import { useState } from 'react';
import { type Customer, mergeCustomers } from '#contract/customers.ts';
import { callApi } from '../../lib/call-api.ts';
import { CustomerField } from '../../lib/customer-field.tsx';
import { customerLabel, formatCount, formatNumber } from '../../lib/format.ts';
import { LEAD_TOPICS, refetchTouched } from '../../lib/live.ts';
import { formatRevenue } from '../../lib/money.ts';
import { showReason } from '../../lib/show-failure.ts';
import { useAsked } from '../../lib/use-asked.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';

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
