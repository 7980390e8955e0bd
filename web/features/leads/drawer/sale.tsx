import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { runBulkAction } from '../bulk/run-bulk-action.ts';
import { ReturnSaleDialog } from './return-sale.tsx';
import { SaleHistory } from './sale-history.tsx';

interface SaleProps {
  lead: LeadDetail;
  disabled: boolean;
}

/** Shows the sales of a lead; an unsold lead can be sold to a customer, a sold one can be returned. */
export function Sale({ lead, disabled }: SaleProps) {
  const giveBack = lead.isSold && !disabled && <Return lead={lead} />;
  const standing = lead.sales.some(({ returnedAt }) => returnedAt === null);
  return (
    <>
      {!lead.isSold && !disabled && <Sell lead={lead} />}
      <SaleHistory sales={lead.sales} action={giveBack} />
      {/* Sold leads can lack a recorded sale. */}
      {!standing && giveBack && <div className="flex justify-end py-1">{giveBack}</div>}
    </>
  );
}

function Return({ lead }: Pick<SaleProps, 'lead'>) {
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button size="small" icon={RotateCcw} onClick={() => setAsking(true)}>
        Return
      </Button>
      {asking && <ReturnSaleDialog lead={lead} onClose={() => setAsking(false)} />}
    </div>
  );
}

function Sell({ lead }: Pick<SaleProps, 'lead'>) {
  const id = useId();
  const [customer, setCustomer] = useState('');
  const [pending, setPending] = useState(false);
  const customerNumber = customer.trim();

  async function sell() {
    setPending(true);
    await runBulkAction({ ids: [lead.id] }, { type: 'markSold', customerNumber });
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
      <TextInput
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
