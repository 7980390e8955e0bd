import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { LeadDetail } from '#contract/leads.ts';
import { PriceFields } from '../../../lib/price-fields.tsx';
import { useSalePrice } from '../../../lib/sale-price.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { runBulkAction } from '../bulk/run-bulk-action.ts';
import { ReturnLeadDialog } from './return-sale.tsx';
import { SaleHistory } from './sale-history.tsx';

interface SaleProps {
  lead: LeadDetail;
  disabled: boolean;
}

/** Sales of a lead, with actions to sell or return it. */
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

  async function sell() {
    if (customerNumber === '' || price.terms === null || pending) return;
    setPending(true);
    await runBulkAction({ ids: [lead.id] }, { type: 'markSold', customerNumber, ...price.terms });
    setPending(false);
  }

  return (
    <form
      className="my-1 flex flex-col gap-3 rounded-card border border-line p-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        void sell();
      }}
    >
      <Field label="Sell to customer" {...(price.customerName !== null && { help: price.customerName })}>
        {(control) => (
          <TextInput
            {...control}
            placeholder="Customer number"
            autoComplete="off"
            maxLength={200}
            value={customer}
            onChange={(event) => setCustomer(event.target.value)}
          />
        )}
      </Field>
      {/* Hidden without a customer, to keep the lead's fields in view. */}
      {customerNumber !== '' && (
        <PriceFields draft={price.draft} onEdit={price.edit} problem={price.problem} />
      )}
      <Button
        type="submit"
        size="small"
        className="self-end"
        disabled={customerNumber === '' || price.terms === null}
        pending={pending}
        pendingText="Marking..."
      >
        Mark as Sold
      </Button>
    </form>
  );
}
