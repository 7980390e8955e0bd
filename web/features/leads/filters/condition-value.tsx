import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { listImports } from '#contract/imports.ts';
import { CONSENT_STATES, type ConditionField, type ConditionOperator } from '#contract/lead-conditions.ts';
import { FILTERED_FIELDS, type FilteredField } from '#contract/lead-fields.ts';
import { listOwners } from '#contract/lead-owners.ts';
import { leadFieldValues } from '#contract/lead-values.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { Checklist } from '../../../ui/checklist.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import type { ControlProps } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useValueOptions } from './use-value-options.ts';
import { CONSENT_NAMES, DUE_NAMES } from './value-names.ts';

export interface ConditionValueProps extends ControlProps {
  known: ConditionField;
  operator: ConditionOperator;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

export function ConditionValue(props: ConditionValueProps) {
  const { known, operator, values, onChange, ...control } = props;
  const [first = '', second = ''] = values;
  if (operator === 'lastDays') {
    return (
      <div className="flex items-center gap-2">
        <TextInput
          {...control}
          inputMode="numeric"
          className="w-24"
          value={first}
          onChange={(event) => onChange([event.target.value.trim()])}
        />
        <span className="text-14 text-muted">{first === '1' ? 'day' : 'days'}</span>
      </div>
    );
  }
  if (known.kind === 'yesNo' || known.kind === 'maybe') {
    return (
      <Segmented
        label="Value"
        value={first === 'false' ? 'false' : 'true'}
        options={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        onChange={(value) => onChange([value])}
      />
    );
  }
  if (known.kind === 'consent') {
    return (
      <Segmented
        label="Value"
        value={CONSENT_STATES.find((state) => state === first) ?? 'given'}
        options={CONSENT_STATES.map((value) => ({ value, label: CONSENT_NAMES[value] }))}
        onChange={(value) => onChange([value])}
      />
    );
  }
  if (known.kind === 'import') return <ImportValue {...props} />;
  if (known.kind === 'user') return <OwnerValue {...props} />;
  if (known.kind === 'due' && operator === 'is') return <DueValue {...props} />;
  if (operator === 'between') {
    return (
      <div className="flex items-center gap-2">
        <PlainInput {...props} value={first} onValue={(value) => onChange([value, second])} label="From" />
        <span className="text-13 text-muted">to</span>
        <PlainInput {...props} value={second} onValue={(value) => onChange([first, value])} label="To" />
      </div>
    );
  }
  if (known.kind === 'number' || known.kind === 'date' || known.kind === 'time' || known.kind === 'id') {
    return <PlainInput {...props} value={first} onValue={(value) => onChange([value])} />;
  }
  const filtered = FILTERED_FIELDS.find(({ key }) => key === known.field);
  if (filtered && operator !== 'contains' && operator !== 'startsWith') {
    return <PickedValue {...props} filtered={filtered} />;
  }
  return <TextValue {...props} />;
}

interface PlainInputProps extends ConditionValueProps {
  value: string;
  onValue: (value: string) => void;
  /** Accessible name of one of two inputs. */
  label?: string;
}

function PlainInput({
  known,
  operator,
  values,
  onChange,
  value,
  onValue,
  label,
  ...control
}: PlainInputProps) {
  const isDay = known.kind === 'date' || known.kind === 'time' || known.kind === 'due';
  const { id, ...described } = control;
  return (
    <TextInput
      {...(label === 'To' ? described : control)}
      {...(label !== undefined && { 'aria-label': label })}
      {...(isDay ? { type: 'date' } : known.kind === 'number' && { inputMode: 'decimal' as const })}
      value={value}
      onChange={(event) => onValue(event.target.value.trim())}
    />
  );
}

function PickedValue({
  known,
  operator,
  values,
  onChange,
  filtered,
  ...control
}: ConditionValueProps & { filtered: FilteredField }) {
  return (
    <Checklist
      {...control}
      single={operator !== 'anyOf' && operator !== 'noneOf'}
      values={values.filter((value) => value !== '')}
      options={useValueOptions()(filtered)}
      placeholder="Choose a value"
      searchPlaceholder={`Search ${known.label.toLowerCase()}`}
      onChange={onChange}
    />
  );
}

/** Suggests the organization's values. */
function TextValue({ known, operator, values, onChange, ...control }: ConditionValueProps) {
  const listId = useId();
  const { data: held = [] } = useQuery(queryOf(leadFieldValues, { query: { field: known.field } }));
  if (operator === 'anyOf' || operator === 'noneOf') {
    return (
      <TagInput
        {...control}
        value={values.filter((value) => value !== '')}
        suggestions={held}
        placeholder="Add values"
        onChange={onChange}
      />
    );
  }
  return (
    <>
      <TextInput
        {...control}
        list={listId}
        autoComplete="off"
        value={values[0] ?? ''}
        onChange={(event) => onChange([event.target.value])}
      />
      <datalist id={listId}>
        {held.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}

function OwnerValue({ known, operator, values, onChange, ...control }: ConditionValueProps) {
  const { data: owners = [] } = useQuery(queryOf(listOwners, {}));
  return (
    <Combobox
      {...control}
      value={values[0] ?? ''}
      options={[
        { value: 'me', label: 'Me' },
        ...owners.map(({ id, username }) => ({ value: id, label: username })),
      ]}
      placeholder="Choose a user"
      searchPlaceholder="Search users"
      onChange={(value) => onChange([value])}
    />
  );
}

const { none: _none, ...DUE } = DUE_NAMES;

/** Days in relation to today, or a date. */
function DueValue(props: ConditionValueProps) {
  const { known, operator, values, onChange, ...control } = props;
  const [first = ''] = values;
  const isDate = !(first in DUE);
  return (
    <div className="flex flex-col gap-2">
      <Select
        {...control}
        value={isDate ? 'date' : first}
        options={[
          ...Object.entries(DUE).map(([value, label]) => ({ value, label })),
          { value: 'date', label: 'On a date' },
        ]}
        onChange={(value) => onChange([value === 'date' ? '' : value])}
      />
      {isDate && (
        <TextInput
          type="date"
          aria-label="Date"
          value={first}
          onChange={(event) => onChange([event.target.value])}
        />
      )}
    </div>
  );
}

function ImportValue({ known, operator, values, onChange, ...control }: ConditionValueProps) {
  const { data: imports = [] } = useQuery(queryOf(listImports, {}));
  return (
    <Combobox
      {...control}
      value={values[0] ?? ''}
      options={imports.map(({ id, filename, createdAt }) => ({
        value: id,
        label: filename,
        hint: formatDateTime(createdAt),
      }))}
      placeholder="Choose an import"
      searchPlaceholder="Search imports"
      onChange={(value) => onChange([value])}
    />
  );
}
