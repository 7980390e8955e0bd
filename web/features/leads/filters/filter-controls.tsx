import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

/** Omitted from the URL. */
const ALL = 'all';

export interface ValueFilterProps {
  label: string;
  value: string | undefined;
  /** Most frequent first; undefined while they load. */
  values: readonly string[] | undefined;
  labelOf?: (value: string) => string;
  onChange: (value: string | undefined) => void;
}

export function ValueFilter({ label, value, values = [], labelOf = String, onChange }: ValueFilterProps) {
  const known = value === undefined || values.includes(value) ? values : [value, ...values];
  const options = [ALL, ...known].map((each) => ({
    value: each,
    label: each === ALL ? 'All' : labelOf(each),
  }));
  return (
    <Field label={label}>
      <Combobox
        value={value ?? ALL}
        options={options}
        searchPlaceholder={`Search ${label.toLowerCase()}`}
        onChange={(next) => onChange(next === ALL ? undefined : next)}
      />
    </Field>
  );
}

export interface ChoiceFilterProps<T extends string> {
  label: string;
  value: T | undefined;
  /** Option labels. */
  choices: Readonly<Record<T, string>>;
  onChange: (value: T | undefined) => void;
}

export function ChoiceFilter<T extends string>({ label, value, choices, onChange }: ChoiceFilterProps<T>) {
  const named = Object.entries<string>(choices).map(([each, name]) => ({ value: each as T, label: name }));
  return (
    <Field label={label}>
      <Select<T | typeof ALL>
        value={value ?? ALL}
        options={[{ value: ALL, label: 'All' }, ...named]}
        onChange={(next) => onChange(next === ALL ? undefined : next)}
      />
    </Field>
  );
}

export interface DateFilterProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function DateFilter({ label, value, min, max, onChange }: DateFilterProps) {
  return (
    <Field label={label}>
      <TextInput
        type="date"
        value={value ?? ''}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </Field>
  );
}
