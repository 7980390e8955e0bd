import { useId, useState } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { runBulk } from '../bulk/run-bulk.ts';

/** Marks a lead that is not sold as sold to a customer. To whom a sold one went stands in its Customer Number. */
export function Sale({ lead, disabled }: { lead: LeadDetail; disabled: boolean }) {
  const id = useId();
  const [customer, setCustomer] = useState('');
  const [pending, setPending] = useState(false);
  const customerNumber = customer.trim();
  if (lead.isSold || disabled) return null;

  async function sell() {
    setPending(true);
    await runBulk({ ids: [lead.id] }, { type: 'markSold', customerNumber });
    setPending(false);
  }

  return (
    <form
      className="mb-1 grid grid-cols-[8.5rem_minmax(0,1fr)_auto] items-center gap-2 max-sm:grid-cols-[1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (customerNumber !== '' && !pending) void sell();
      }}
    >
      <label htmlFor={id} className="text-13 text-muted max-sm:col-span-2">
        Sell to customer
      </label>
      <Input
        id={id}
        placeholder="Customer number"
        autoComplete="off"
        maxLength={200}
        value={customer}
        onChange={(event) => setCustomer(event.target.value)}
        className="h-8"
      />
      <Button
        type="submit"
        size="small"
        disabled={customerNumber === ''}
        pending={pending}
        pendingText="Marking..."
      >
        Mark as sold
      </Button>
    </form>
  );
}
