import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { Fragment, type RefObject, useState } from 'react';
import {
  CONDITIONS_MAX,
  type Condition,
  type ConditionField,
  conditionFields,
  type WherePart,
} from '#contract/lead-conditions.ts';
import { type LeadFilter, leadFilter } from '#contract/lead-filter.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { customFieldsQuery } from '../queries.ts';
import { ConditionForm, FieldPicker } from './condition-form.tsx';
import { conditionWords, inOneText } from './condition-words.ts';
import { conditionsUsed, knownField, withPart } from './filter-state.ts';
import { useValueName } from './value-names.ts';

export interface ConditionBuilderProps {
  filter: LeadFilter;
  /** Filter to edit, and the change that removes it; omitted to add a filter. */
  edited?: { part: WherePart; replaced: Partial<LeadFilter> };
  anchor: RefObject<HTMLButtonElement | null>;
  onFilter: (change: Partial<LeadFilter>) => void;
  onClose: () => void;
}

export function ConditionBuilder({ filter, edited, anchor, onFilter, onClose }: ConditionBuilderProps) {
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const from = edited && !('any' in edited.part) ? edited.part : undefined;
  const [known, setKnown] = useState<ConditionField | null>(
    (from && knownField(from.field, customFields)) ?? null,
  );
  const [group, setGroup] = useState(edited && 'any' in edited.part ? edited.part.any : null);
  const isFull = edited === undefined && conditionsUsed(filter, customFields) >= CONDITIONS_MAX;
  const submitLabel = edited ? 'Update Filter' : 'Add Filter';

  function apply(part: WherePart): string | null {
    const change = withPart(filter, part, customFields, edited?.replaced);
    if (!leadFilter.shape.where.safeParse(change.where).success) {
      return 'Your filters are too long for one link';
    }
    if (conditionsUsed({ ...filter, ...change }, customFields) > CONDITIONS_MAX) {
      return `You can set up to ${CONDITIONS_MAX} filters`;
    }
    onFilter(change);
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
      ) : group !== null ? (
        <GroupForm lists={group} submitLabel={submitLabel} onApply={(any) => apply({ any })} />
      ) : known === null ? (
        <FieldPicker
          fields={conditionFields(customFields)}
          onPick={setKnown}
          onGroup={() => setGroup(from ? [[from]] : [])}
        />
      ) : (
        <ConditionForm
          key={known.field}
          known={known}
          {...(from?.field === known.field && { from })}
          submitLabel={submitLabel}
          onBack={() => setKnown(null)}
          onApply={apply}
        />
      )}
    </Popover>
  );
}

interface GroupFormProps {
  /** Lists of conditions; one list must hold as a whole. */
  lists: readonly (readonly Condition[])[];
  submitLabel: string;
  /** Returns the problem, if any. */
  onApply: (lists: Condition[][]) => string | null;
}

/** Position of the edited condition; a new condition goes last. */
interface Step {
  list: number;
  place: number;
  known: ConditionField | null;
}

/** Edits alternatives; a lead must meet at least one. */
function GroupForm({ lists: initial, submitLabel, onApply }: GroupFormProps) {
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const nameOf = useValueName();
  const [lists, setLists] = useState(initial);
  const [step, setStep] = useState<Step | null>(
    initial.length === 0 ? { list: 0, place: 0, known: null } : null,
  );
  const [problem, setProblem] = useState<string>();

  function put({ list, place }: Step, condition: Condition | null) {
    const held = lists[list] ?? [];
    const next = condition === null ? held.toSpliced(place, 1) : held.toSpliced(place, 1, condition);
    setLists(next.length === 0 ? lists.toSpliced(list, 1) : lists.toSpliced(list, 1, next));
    setProblem(undefined);
    setStep(null);
    return null;
  }

  if (step !== null && step.known === null) {
    return (
      <FieldPicker fields={conditionFields(customFields)} onPick={(known) => setStep({ ...step, known })} />
    );
  }
  if (step?.known) {
    const from = lists[step.list]?.[step.place];
    return (
      <ConditionForm
        key={step.known.field}
        known={step.known}
        {...(from?.field === step.known.field && { from })}
        submitLabel={from ? 'Update Condition' : 'Add Condition'}
        onBack={() => setStep({ ...step, known: null })}
        onApply={(condition) => put(step, condition)}
      />
    );
  }
  return (
    <section aria-label="Any of" className="flex flex-col gap-2 p-3">
      <p className="text-14 font-semibold">Any of</p>
      {lists.map((list, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list is known by its place alone.
        <Fragment key={at}>
          {at > 0 && <p className="text-12 font-medium text-muted">or</p>}
          <ul className="flex flex-col gap-1 rounded-control border border-line p-1">
            {list.map((condition, place) => {
              const text = inOneText(conditionWords(condition, customFields, nameOf));
              const known = knownField(condition.field, customFields) ?? null;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place alone.
                <li key={place} className="flex items-center gap-1">
                  <button
                    type="button"
                    onClick={() => setStep({ list: at, place, known })}
                    className="min-h-8 min-w-0 flex-1 truncate rounded-control px-2 text-left text-13 hover:bg-hover max-md:min-h-11"
                  >
                    {place > 0 && <span className="text-muted">and </span>}
                    {text}
                  </button>
                  <IconButton
                    icon={X}
                    label={`Remove ${text}`}
                    onClick={() => put({ list: at, place, known: null }, null)}
                  />
                </li>
              );
            })}
            <li>
              <AddButton
                text="And"
                label={`Add a condition to alternative ${at + 1}`}
                onClick={() => setStep({ list: at, place: list.length, known: null })}
              />
            </li>
          </ul>
        </Fragment>
      ))}
      <AddButton
        text="Or"
        label="Add an alternative"
        onClick={() => setStep({ list: lists.length, place: 0, known: null })}
      />
      {problem !== undefined && (
        <p role="alert" className="text-13 text-negative">
          {problem}
        </p>
      )}
      <Button
        variant="primary"
        disabled={lists.length === 0}
        onClick={() => setProblem(onApply(lists.map((list) => [...list])) ?? undefined)}
      >
        {submitLabel}
      </Button>
    </section>
  );
}

function AddButton({ text, label, onClick }: { text: string; label: string; onClick: () => void }) {
  return (
    <Button size="small" variant="quiet" icon={Plus} title={label} className="w-fit" onClick={onClick}>
      {text}
    </Button>
  );
}
