import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type Condition,
  type ConditionField,
  type ConditionOperator,
  conditionProblem,
  OPERATORS,
} from '#contract/lead-conditions.ts';
import { Button } from '../../../ui/button.tsx';
import { ComboboxList } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ConditionValue } from './condition-value.tsx';
import { operatorName } from './condition-words.ts';

/** Most used for filtering first. */
const GROUPS: readonly ConditionField['group'][] = [
  'Contact',
  'Location',
  'Status',
  'Deposit',
  'Source',
  'Consent',
  'Custom Fields',
  'System',
];

export interface FieldPickerProps {
  fields: readonly ConditionField[];
  onPick: (field: ConditionField) => void;
  /** Offered last. */
  onGroup?: () => void;
}

const GROUP = 'any';

export function FieldPicker({ fields, onPick, onGroup }: FieldPickerProps) {
  const options = fields
    .map(({ field, label, group }) => ({ value: field, label, group }))
    .sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
  const group = { value: GROUP, label: 'Any of several conditions', group: 'Combine' };
  return (
    <ComboboxList
      value=""
      options={onGroup ? [...options, group] : options}
      searchPlaceholder="Search fields"
      emptyText="No fields found"
      onChoose={(chosen) => {
        const known = fields.find(({ field }) => field === chosen);
        if (known) onPick(known);
        else onGroup?.();
      }}
    />
  );
}

export interface ConditionFormProps {
  known: ConditionField;
  from?: Condition;
  submitLabel: string;
  onBack: () => void;
  /** Returns the problem, if any. */
  onApply: (condition: Condition) => string | null;
}

export function ConditionForm({ known, from, submitLabel, onBack, onApply }: ConditionFormProps) {
  const operators: readonly ConditionOperator[] = OPERATORS[known.kind];
  const [operator, setOperator] = useState(from?.operator ?? (operators[0] as ConditionOperator));
  const [values, setValues] = useState<readonly string[]>(from?.values ?? firstValues(known, operator));
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const takesValue = operator !== 'isEmpty' && operator !== 'isNotEmpty';

  useEffect(() => {
    const input = form.current?.querySelector('input') ?? form.current?.querySelector('[role=combobox]');
    if (input instanceof HTMLElement) input.focus();
  }, []);

  function choose(next: ConditionOperator) {
    setOperator(next);
    setProblem(undefined);
    const [kept, wanted] = [valuesKind(operator), valuesKind(next)];
    if (kept === wanted) return;
    const given = values.filter((value) => value !== '');
    const isKept = [kept, wanted].every((kind) => kind === 'list' || kind === 'one') && given.length > 0;
    setValues(isKept ? given.slice(0, wanted === 'one' ? 1 : undefined) : firstValues(known, next));
  }

  function submit() {
    const given = operator === 'between' ? values : values.map((value) => value.trim());
    const condition = { field: known.field, operator, values: takesValue ? [...given] : [] };
    if (conditionProblem(condition, known) !== null) return setProblem(adviceFor(known, operator));
    setProblem(onApply(condition) ?? undefined);
  }

  return (
    <form
      ref={form}
      className="flex flex-col gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <button
        type="button"
        onClick={onBack}
        aria-label={`${known.label}: choose another field`}
        className="-m-1 flex h-8 w-fit items-center gap-2 rounded-control px-1 text-14 font-semibold hover:bg-hover max-md:h-11"
      >
        <ArrowLeft className="size-4 text-muted" aria-hidden />
        {known.label}
      </button>
      {operators.length > 1 && (
        <Select
          aria-label="Operator"
          value={operator}
          options={operators.map((one) => ({ value: one, label: operatorName(one, known.kind) }))}
          onChange={choose}
        />
      )}
      {takesValue && (
        <Field
          label="Value"
          error={problem}
          help={known.kind === 'time' && operator !== 'lastDays' ? 'Days are in UTC' : undefined}
        >
          <ConditionValue
            known={known}
            operator={operator}
            values={values}
            onChange={(next) => {
              setValues(next);
              setProblem(undefined);
            }}
          />
        </Field>
      )}
      <Button type="submit" variant="primary">
        {submitLabel}
      </Button>
    </form>
  );
}

/** Changing the operator keeps values of the same kind, and one of a list. */
function valuesKind(operator: ConditionOperator): string {
  if (operator === 'anyOf' || operator === 'noneOf') return 'list';
  return operator === 'between' || operator === 'lastDays' ? operator : 'one';
}

function firstValues({ kind }: ConditionField, operator: ConditionOperator): string[] {
  if (operator === 'lastDays') return ['7'];
  if (kind === 'yesNo' || kind === 'maybe') return ['true'];
  if (kind === 'due' && operator === 'is') return ['today'];
  if (kind === 'user') return ['me'];
  if (kind === 'consent') return ['given'];
  if (operator === 'between') return ['', ''];
  return operator === 'anyOf' || operator === 'noneOf' ? [] : [''];
}

function adviceFor({ kind }: ConditionField, operator: ConditionOperator): string {
  if (operator === 'lastDays') return 'Enter 1 to 3,650 days';
  if (kind === 'number') return 'Enter a number, e.g. 12.5';
  if (kind === 'date' || kind === 'time' || kind === 'due') return 'Choose a date';
  if (kind === 'user') return 'Choose a user';
  if (kind === 'import') return 'Choose an import';
  return kind === 'id' ? 'Enter a Lead ID' : 'Enter a value';
}
