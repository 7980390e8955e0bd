import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import {
  CONDITIONS_MAX,
  type ConditionField,
  conditionFields,
  type WherePart,
} from '#contract/lead-conditions.ts';
import { type LeadFilter, leadFilter } from '#contract/lead-filter.ts';
import { Popover } from '../../../ui/popover.tsx';
import { customFieldsQuery } from '../queries.ts';
import { ConditionForm, FieldPicker } from './condition-form.tsx';
import { conditionsUsed, knownField, withPart } from './filter-state.ts';
import { GroupForm } from './group-form.tsx';

export interface ConditionBuilderProps {
  filter: LeadFilter;
  /** Filter to edit, and the change that removes it; omitted to add a filter. */
  edited?: { part: WherePart; replaced: Partial<LeadFilter> };
  anchor: RefObject<HTMLButtonElement | null>;
  onFilter: (change: Partial<LeadFilter>) => void;
  onClose: () => void;
}

/** Builds a condition, or alternatives, in a popover. */
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
