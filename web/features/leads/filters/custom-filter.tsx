import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { ChoiceFilter, DateFilter } from './filter-controls.tsx';

export interface CustomFilterProps {
  field: CustomFieldEntity;
  value: string | undefined;
  /** '' removes the filter. */
  onChange: (value: string) => void;
}

const YES_NO = { true: 'Yes', false: 'No' };

function acceptNumber(text: string): string | null {
  return text.trim() === '' || Number.isFinite(Number(text)) ? text.trim() : null;
}

/** Filters by a custom field of any type. */
export function CustomFilter({ field, value, onChange }: CustomFilterProps) {
  if (field.type === 'boolean') {
    const chosen = value === 'true' || value === 'false' ? value : undefined;
    return (
      <ChoiceFilter
        label={field.name}
        value={chosen}
        choices={YES_NO}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  if (field.type === 'date') {
    return <DateFilter label={field.name} value={value} onChange={(next) => onChange(next ?? '')} />;
  }
  return <TextFilter field={field} value={value} onChange={onChange} />;
}

function TextFilter({ field, value, onChange }: CustomFilterProps) {
  const options = field.type === 'number' ? { accept: acceptNumber } : {};
  const { draft, setDraft, refused } = useDraft(value ?? '', onChange, options);
  return (
    <Field label={field.name} error={refused ? 'Enter a number' : undefined}>
      {(control) => (
        <TextInput
          {...control}
          {...(field.type === 'number' && { inputMode: 'decimal' as const })}
          placeholder="Any"
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      )}
    </Field>
  );
}
