import { useState } from 'react';
import { CURRENCIES } from '#contract/sale-terms.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import { LANGUAGE } from '../ui/format-number.ts';
import type { Option } from '../ui/option.ts';
import { TextInput } from '../ui/text-input.tsx';
import type { PriceDraft, PriceProblem } from './sale-price.ts';

const FREQUENT = ['USD', 'EUR', 'GBP'];
const NAMES = new Intl.DisplayNames(LANGUAGE, { type: 'currency' });

const OPTIONS: readonly Option[] = [
  ...FREQUENT,
  ...CURRENCIES.filter((code) => !FREQUENT.includes(code)),
].map((code) => ({ value: code, label: code, hint: NAMES.of(code) ?? code }));

interface PriceFieldsProps {
  draft: PriceDraft;
  onEdit: (change: Partial<PriceDraft>) => void;
  problem: PriceProblem | null;
  label?: string;
  help?: string;
  /** Shows the problem even before the fields were left. */
  asked?: boolean;
}

export function PriceFields(props: PriceFieldsProps) {
  const { draft, onEdit, problem, label = 'Price', help, asked = false } = props;
  // An error shown earlier would move the input being clicked.
  const [typed, setTyped] = useState(false);
  const errorAt = (at: keyof PriceDraft) =>
    (typed || asked) && problem?.at === at ? problem.message : undefined;
  return (
    <fieldset
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-3"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !isInPopover(relatedTarget)) setTyped(true);
      }}
    >
      <Field label={label} optional {...(help !== undefined && { help })} error={errorAt('price')}>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          placeholder="e.g. 12.50"
          className="tabular-nums"
          value={draft.price}
          onChange={(event) => onEdit({ price: event.target.value })}
          onKeyDown={({ key }) => key === 'Enter' && setTyped(true)}
        />
      </Field>
      <Field label="Currency" error={errorAt('currency')}>
        <Combobox
          value={draft.currency}
          onChange={(currency) => onEdit({ currency })}
          options={OPTIONS}
          placeholder="Choose…"
          searchPlaceholder="Find a currency"
          emptyText="No currencies found"
        />
      </Field>
    </fieldset>
  );
}

function isInPopover(element: Element | null): boolean {
  return element?.closest('[data-radix-popper-content-wrapper]') != null;
}
