import { useQuery } from '@tanstack/react-query';
import type { FocusEvent, KeyboardEvent } from 'react';
import { countryOptions, NO_COUNTRY } from '../../../lib/country-options.ts';
import { DEFAULT_STATUS, findStatus, leadStatusesQuery, statusLabel } from '../../../lib/lead-statuses.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { cx } from '../../../ui/cx.ts';
import type { ControlProps } from '../../../ui/field.tsx';
import type { Option } from '../../../ui/option.ts';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { EditableField, EditorKind } from './editable-fields.ts';

export interface FieldControlProps extends ControlProps {
  field: EditableField;
  text: string;
  onText: (text: string) => void;
  /** Called after a choice, on blur and on Enter. */
  onCommit: (text: string) => void;
  onCancel: () => void;
  /** Escape discards the unsaved text. */
  dirty?: boolean;
  disabled?: boolean;
  /** A country is picked, not typed. */
  picks?: boolean;
  /** Frameless until hovered or focused. */
  quiet?: boolean;
}

const NOT_SET = 'none';
/** Before values: '' can be no option. */
const VALUE = '=';
const YES_NO = [
  { value: NOT_SET, label: 'Not set' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const QUIET =
  'border-transparent bg-transparent px-2 hover:border-line-strong focus-visible:bg-surface aria-invalid:border-negative';

const INPUT: Partial<Record<EditorKind, { type?: string; inputMode?: 'decimal' | 'tel' | 'email' }>> = {
  email: { inputMode: 'email' },
  phone: { inputMode: 'tel' },
  amount: { inputMode: 'decimal' },
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
};

export function FieldControl(props: FieldControlProps) {
  const {
    field,
    text,
    onText,
    onCommit,
    onCancel,
    dirty = false,
    disabled = false,
    quiet = false,
    picks = false,
    ...control
  } = props;
  const className = cx('h-8 max-md:h-11', quiet && QUIET);
  if (field.editor === 'status') {
    return (
      <StatusSelect {...control} value={text} onChange={onCommit} disabled={disabled} className={className} />
    );
  }
  if (field.editor === 'boolean') {
    return (
      <Select
        {...control}
        value={text === '' ? NOT_SET : text}
        options={YES_NO}
        disabled={disabled}
        className={className}
        onChange={(next) => onCommit(next === NOT_SET ? '' : next)}
      />
    );
  }
  if (field.options) {
    // A value that was removed from the list stays until another is chosen.
    const offered = text === '' || field.options.includes(text) ? field.options : [text, ...field.options];
    return (
      <Combobox
        {...control}
        value={VALUE + text}
        options={['', ...offered].map((value) => ({
          value: VALUE + value,
          label: value === '' ? 'Not set' : value,
        }))}
        searchPlaceholder={`Search ${field.label.toLowerCase()}`}
        disabled={disabled}
        className={className}
        onChange={(next) => onCommit(next.slice(VALUE.length))}
      />
    );
  }

  if (field.editor === 'country' && picks) {
    return (
      <CountrySelect
        {...control}
        value={text}
        onChange={onCommit}
        disabled={disabled}
        className={className}
      />
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') onCommit(event.currentTarget.value);
    // The first Escape discards the change, the next closes the drawer.
    if (event.key === 'Escape' && dirty) onCancel();
  }

  function onBlur({ target, relatedTarget }: FocusEvent<HTMLInputElement>) {
    // A sign-in may interrupt typing.
    if (!relatedTarget?.closest('[data-interrupts]')) onCommit(target.value);
  }

  return (
    <TextInput
      {...control}
      {...INPUT[field.editor]}
      value={text}
      disabled={disabled}
      autoComplete="off"
      placeholder={quiet ? 'Add' : undefined}
      onChange={(event) => onText(event.target.value)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      data-own-escape={dirty || undefined}
      className={cx(className, quiet && 'placeholder:text-muted')}
    />
  );
}

/** By the names that leads hold. */
const COUNTRIES: readonly Option[] = countryOptions().map(({ value, label }) =>
  value === NO_COUNTRY ? { value, label: 'Not set' } : { value: label, label },
);

interface CountrySelectProps extends ControlProps {
  /** A name, '' for none; one that isn't a country is offered, too. */
  value: string;
  onChange: (name: string) => void;
  disabled?: boolean;
  className?: string;
}

function CountrySelect({ value, onChange, ...rest }: CountrySelectProps) {
  const isKnown = value === '' || COUNTRIES.some((country) => country.value === value);
  return (
    <Combobox
      {...rest}
      value={value}
      options={isKnown ? COUNTRIES : [{ value, label: value }, ...COUNTRIES]}
      placeholder="Not set"
      searchPlaceholder="Search countries…"
      onChange={(next) => onChange(next === NO_COUNTRY ? '' : next)}
    />
  );
}

interface StatusSelectProps extends ControlProps {
  value: string;
  onChange: (status: string) => void;
  disabled?: boolean;
  className?: string;
}

/** Selects a status; also offers the current status if it no longer exists. */
export function StatusSelect({ value, ...rest }: StatusSelectProps) {
  const { data: statuses = [] } = useQuery(leadStatusesQuery);
  const standard = value === DEFAULT_STATUS ? statuses.find(({ isDefault }) => isDefault) : undefined;
  const chosen = (findStatus(statuses, value) ?? standard)?.name ?? value;
  const names = statuses.map(({ name }) => name);
  const offered = chosen === '' || names.includes(chosen) ? names : [...names, chosen];
  return (
    <Combobox
      {...rest}
      value={chosen}
      options={offered.map((name) => ({ value: name, label: statusLabel(name) }))}
      placeholder="Choose a status"
      searchPlaceholder="Search status"
    />
  );
}
