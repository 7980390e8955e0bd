import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { customerStatement } from '#contract/customers.ts';
import { callUrl } from '../../lib/call-api.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Field } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const PERIODS = [
  { value: 'this', label: 'This Month' },
  { value: 'last', label: 'Last Month' },
  { value: 'custom', label: 'Custom' },
] as const;

type Period = (typeof PERIODS)[number]['value'];

/** Returns a month's first and last day in UTC, `yyyy-mm-dd`. */
function monthOf(now: Date, monthsAgo: number): { from: string; to: string } {
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, date)).toISOString().slice(0, 10);
  return { from: day(-monthsAgo, 1), to: day(1 - monthsAgo, 0) };
}

/** Downloads or opens a customer's statement of a period. */
export function Statement({ customer }: { customer: string }) {
  const [period, setPeriod] = useState<Period>('this');
  const [custom, setCustom] = useState({ from: '', to: '' });
  const { from, to } = period === 'custom' ? custom : monthOf(new Date(), period === 'this' ? 0 : 1);
  const reversed = from !== '' && to !== '' && from > to;
  const days = { ...(from !== '' && { from }), ...(to !== '' && { to }) };
  const address = (format: 'csv' | 'html') =>
    callUrl(customerStatement, { query: { customer, ...days, format } });
  const day = (key: keyof typeof custom, label: string, error?: string) => (
    <Field label={label} error={error}>
      <TextInput
        type="date"
        value={custom[key]}
        onChange={(event) => setCustom({ ...custom, [key]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-13 text-muted">Sales and returns with totals by currency. Dates are in UTC.</p>
      <Segmented label="Period" value={period} options={PERIODS} onChange={setPeriod} />
      {period === 'custom' && (
        <div className="grid w-full grid-cols-2 items-start gap-3">
          {day('from', 'First day')}
          {day('to', 'Last day', reversed ? 'Choose a day on or after the first day' : undefined)}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {!reversed && (
          <>
            <a className={buttonClass()} href={address('csv')} download>
              <Download className="size-4" aria-hidden />
              Download Statement
            </a>
            <a className={buttonClass()} href={address('html')} target="_blank" rel="noreferrer">
              <Printer className="size-4" aria-hidden />
              Open to Print
            </a>
          </>
        )}
      </div>
    </div>
  );
}
