import type { Customer } from '#contract/customers.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const FIELDS = [
  ['name', 'Name', 200],
  ['contact', 'Contact person', 200],
  ['email', 'Email', 320],
  ['phone', 'Phone', 50],
  ['notes', 'Notes', 5_000],
] as const;

export type Particulars = Record<(typeof FIELDS)[number][0], string>;

export function particularsOf(held: Pick<Customer, keyof Particulars> | Particulars): Particulars {
  return Object.fromEntries(FIELDS.map(([key]) => [key, held[key]?.trim() ?? ''])) as Particulars;
}

interface ParticularFieldsProps {
  draft: Particulars;
  onEdit: (change: Partial<Particulars>) => void;
}

/** Name, contact and notes. */
export function ParticularFields({ draft, onEdit }: ParticularFieldsProps) {
  return FIELDS.map(([key, label, maxLength]) => (
    <Field key={key} label={label} optional>
      <TextInput
        autoComplete="off"
        maxLength={maxLength}
        value={draft[key]}
        onChange={(event) => onEdit({ [key]: event.target.value })}
      />
    </Field>
  ));
}
