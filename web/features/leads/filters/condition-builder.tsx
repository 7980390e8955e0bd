import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  CONDITIONS_MAX,
  type Condition,
  type ConditionField,
  type ConditionOperator,
  conditionFields,
  conditionProblem,
  OPERATORS,
} from '#contract/lead-conditions.ts';
import { leadFilter } from '#contract/lead-filter.ts';
import { Button } from '../../../ui/button.tsx';
import { ComboboxList } from '../../../ui/combobox-list.tsx';
import { Field } from '../../../ui/field.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Select } from '../../../ui/select.tsx';
import { customFieldsQuery } from '../queries.ts';
import { withCondition } from './condition-of-value.ts';
import { ConditionValue } from './condition-value.tsx';
import { conditionsIn, type KnownCondition, operatorName } from './condition-words.ts';

export interface ConditionBuilderProps {
  where: string | undefined;
  /** Condition to change; omitted for a new condition. */
  edited?: KnownCondition & { place: number };
  anchor: RefObject<HTMLButtonElement | null>;
  onChange: (where: string | undefined) => void;
  onClose: () => void;
}

/** Builds a condition in a popover: field, operator, value. */
export function ConditionBuilder({ where, edited, anchor, onChange, onClose }: ConditionBuilderProps) {
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const [known, setKnown] = useState<ConditionField | null>(edited?.known ?? null);
  const isFull = edited === undefined && (conditionsIn(where, customFields)?.length ?? 0) >= CONDITIONS_MAX;

  function apply(condition: Condition): string | null {
    const next = withCondition(where, condition, customFields, edited?.place);
    if (!leadFilter.shape.where.safeParse(next).success) return 'Your filters are too long for one link';
    onChange(next);
    onClose();
    return null;
  }

  return (
    <Popover
      open
      onOpenChange={(open) => !open && onClose()}
      anchor={anchor}
      align="start"
      label={edited ? 'Edit filter' : 'Add filter'}
    >
      {isFull ? (
        <p className="p-4 text-13 text-muted">
          You can set up to {CONDITIONS_MAX} filters. Remove one to add another.
        </p>
      ) : known === null ? (
        <FieldPicker fields={conditionFields(customFields)} onPick={setKnown} />
      ) : (
        <ConditionForm
          key={known.field}
          known={known}
          {...(edited?.known.field === known.field && { from: edited.condition })}
          submitLabel={edited ? 'Update Filter' : 'Add Filter'}
          onBack={() => setKnown(null)}
          onApply={apply}
        />
      )}
    </Popover>
  );
}

/** Most used for filtering first. */
const GROUPS: readonly ConditionField['group'][] = [
  'Contact',
  'Location',
  'Status',
  'Deposit',
  'Source',
  'Custom Fields',
  'System',
];

function FieldPicker({
  fields,
  onPick,
}: {
  fields: readonly ConditionField[];
  onPick: (field: ConditionField) => void;
}) {
  const options = fields
    .map(({ field, label, group }) => ({ value: field, label, group }))
    .sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
  return (
    <ComboboxList
      value=""
      options={options}
      searchPlaceholder="Search fields"
      emptyText="No fields found"
      onChoose={(chosen) => {
        const known = fields.find(({ field }) => field === chosen);
        if (known) onPick(known);
      }}
    />
  );
}

interface ConditionFormProps {
  known: ConditionField;
  from?: Condition;
  submitLabel: string;
  onBack: () => void;
  /** Returns the problem, if any. */
  onApply: (condition: Condition) => string | null;
}

function ConditionForm({ known, from, submitLabel, onBack, onApply }: ConditionFormProps) {
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
    if (valuesKind(next) !== valuesKind(operator)) setValues(firstValues(known, next));
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

/** Changing the operator keeps values of the same kind. */
function valuesKind(operator: ConditionOperator): string {
  if (operator === 'anyOf' || operator === 'noneOf') return 'list';
  return operator === 'between' || operator === 'lastDays' ? operator : 'one';
}

function firstValues({ kind }: ConditionField, operator: ConditionOperator): string[] {
  if (operator === 'lastDays') return ['7'];
  if (kind === 'yesNo' || kind === 'maybe') return ['true'];
  if (kind === 'due' && operator === 'is') return ['today'];
  if (kind === 'user') return ['me'];
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
