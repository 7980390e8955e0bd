import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportDeliveries } from '#contract/customers.ts';
import { useReport } from '../../lib/use-report.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';

/** Downloads a customer's leads sold in a period, or all. */
export function DeliveryDownload({ customer }: { customer: string }) {
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
      {(control) => (
        <TextInput
          {...control}
          type="date"
          value={days[key]}
          onChange={(event) => setDays({ ...days, [key]: event.target.value })}
        />
      )}
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
