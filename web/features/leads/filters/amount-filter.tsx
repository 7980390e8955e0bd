import { leadFilter } from '#contract/lead-filter.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

export interface AmountFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function accept(text: string): string | null {
  const plain = text.replaceAll(/\s/g, '');
  return leadFilter.shape.depositAmount.safeParse(plain).success ? plain : null;
}

/** Filters by a minimum or a range of amounts. */
export function AmountFilter({ value, onChange }: AmountFilterProps) {
  const { draft, setDraft, refused } = useDraft(value ?? '', (text) => onChange(text || undefined), {
    accept,
  });
  return (
    <Field label="Deposit Amount" error={refused ? 'Enter 100 or 100-500' : undefined}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          placeholder="100 or 100-500"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      )}
    </Field>
  );
}
