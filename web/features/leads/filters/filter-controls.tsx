import { Checklist } from '../../../ui/checklist.tsx';
import { Field } from '../../../ui/field.tsx';
import type { Option } from '../../../ui/option.ts';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

/** Omitted from the URL. */
const ALL = 'all';

interface Noted {
  /** Other conditions on the field, in words. */
  help?: string | undefined;
}

export interface ValueFilterProps extends Noted {
  label: string;
  values: readonly string[];
  /** Most frequent first. */
  options: readonly Option[];
  onChange: (values: string[]) => void;
}

export function ValueFilter({ label, values, options, help, onChange }: ValueFilterProps) {
  return (
    <Field label={label} help={help}>
      <Checklist
        values={values}
        options={options}
        placeholder="All"
        searchPlaceholder={`Search ${label.toLowerCase()}`}
        onChange={onChange}
      />
    </Field>
  );
}

export interface ChoiceFilterProps<T extends string> extends Noted {
  label: string;
  value: T | undefined;
  /** Option labels. */
  choices: Readonly<Record<T, string>>;
  onChange: (value: T | undefined) => void;
}

export function ChoiceFilter<T extends string>({
  label,
  value,
  choices,
  help,
  onChange,
}: ChoiceFilterProps<T>) {
  const named = Object.entries<string>(choices).map(([each, name]) => ({ value: each as T, label: name }));
  return (
    <Field label={label} help={help}>
      <Select<T | typeof ALL>
        value={value ?? ALL}
        options={[{ value: ALL, label: 'All' }, ...named]}
        onChange={(next) => onChange(next === ALL ? undefined : next)}
      />
    </Field>
  );
}

export interface DateFilterProps extends Noted {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function DateFilter({ label, value, min, max, help, onChange }: DateFilterProps) {
  return (
    <Field label={label} help={help}>
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
