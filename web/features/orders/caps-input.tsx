import { Plus, Trash2 } from 'lucide-react';
import { countryOptions, NO_COUNTRY } from '../../lib/country-options.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { type CapDraft, newCap, type OrderProblems, PERIOD_OPTIONS } from './order-draft.ts';

interface CapsInputProps {
  caps: readonly CapDraft[];
  problems: OrderProblems;
  onCaps: (caps: readonly CapDraft[]) => void;
}

/** Options by name, as leads have it. */
function countries(kept: string) {
  const [, ...all] = countryOptions();
  const named = all.map(({ label }) => ({ value: label, label }));
  const isKnown = kept === '' || named.some(({ value }) => value === kept);
  return [
    { value: NO_COUNTRY, label: 'All countries' },
    ...(isKnown ? [] : [{ value: kept, label: kept }]),
    ...named,
  ];
}

/** Rows of caps. */
export function CapsInput({ caps, problems, onCaps }: CapsInputProps) {
  const edit = (at: number, change: Partial<CapDraft>) =>
    onCaps(caps.map((cap, index) => (index === at ? { ...cap, ...change } : cap)));
  return (
    <div className="flex flex-col gap-3">
      {caps.map((cap, at) => (
        <fieldset key={cap.key} className="min-w-0 rounded-card border border-line p-3">
          <legend className="sr-only">Cap {at + 1}</legend>
          <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_auto]">
            <Field label="Period">
              <Select
                value={cap.period}
                options={PERIOD_OPTIONS}
                onChange={(period) => edit(at, { period })}
              />
            </Field>
            <Field label="Leads" error={problems[`caps.${at}.leads`] ?? problems[`caps.${at}`]}>
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                placeholder="e.g. 100"
                className="tabular-nums"
                value={cap.leads}
                onChange={({ target }) => edit(at, { leads: target.value })}
              />
            </Field>
            <Field label="Amount" error={problems[`caps.${at}.amount`]}>
              <TextInput
                inputMode="decimal"
                autoComplete="off"
                maxLength={20}
                placeholder="e.g. 500"
                className="tabular-nums"
                value={cap.amount}
                onChange={({ target }) => edit(at, { amount: target.value })}
              />
            </Field>
            <Field label="Country" error={problems[`caps.${at}.country`]}>
              <Combobox
                value={cap.country === '' ? NO_COUNTRY : cap.country}
                options={countries(cap.country)}
                searchPlaceholder="Search countries"
                onChange={(country) => edit(at, { country: country === NO_COUNTRY ? '' : country })}
              />
            </Field>
            <IconButton
              icon={Trash2}
              label={`Remove cap ${at + 1}`}
              className="self-start max-sm:col-span-2 max-sm:justify-self-end sm:mt-6.5"
              onClick={() => onCaps(caps.filter((_, index) => index !== at))}
            />
          </div>
        </fieldset>
      ))}
      <Button size="small" icon={Plus} className="self-start" onClick={() => onCaps([...caps, newCap()])}>
        Add Cap
      </Button>
    </div>
  );
}
