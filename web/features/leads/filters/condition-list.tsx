import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { whereOf } from '#contract/lead-conditions.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { Chip } from '../../../ui/chip.tsx';
import { customFieldsQuery } from '../queries.ts';
import { ConditionBuilder } from './condition-builder.tsx';
import { conditionWords, inOneText } from './condition-words.ts';
import { type FilterTerm, termsOf } from './filter-chips.ts';
import { type CustomFields, partsIn, partsSet } from './filter-state.ts';
import { useValueName } from './value-names.ts';

export interface ConditionListProps {
  /** Conditions as in the filter `where`. */
  where: readonly unknown[];
  onChange: (where: unknown[]) => void;
}

function textOf(where: readonly unknown[]): string | undefined {
  return where.length === 0 ? undefined : JSON.stringify(where);
}

/** Returns the conditions that say the same as a filter. */
function conditionsIn(filter: LeadFilter, customFields: CustomFields): unknown[] {
  const parts = partsSet(filter, customFields).map(({ part }) => part);
  return JSON.parse(whereOf(parts) ?? '[]') as unknown[];
}

/** Conditions as chips, built as the filters of the lead list are. */
export function ConditionList({ where, onChange }: ConditionListProps) {
  const { data: customFields } = useQuery(customFieldsQuery);
  const nameOf = useValueName();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  if (customFields === undefined) return null;
  const filter: LeadFilter = { where: textOf(where) };
  const change = (part: Partial<LeadFilter>) => onChange(conditionsIn({ ...filter, ...part }, customFields));
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <ul aria-label="Conditions" className="contents">
        {termsOf(filter, customFields, nameOf).map((term) => (
          <li key={term.id} className="flex min-w-0">
            <FilterChip noun="condition" term={term} filter={filter} onFilter={change} />
          </li>
        ))}
        {partsIn(filter.where, customFields) === null && (
          <li className="flex min-w-0">
            <Chip
              value="These conditions no longer work"
              removeLabel="Remove conditions that no longer work"
              onRemove={() => onChange([])}
            />
          </li>
        )}
      </ul>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex h-7 items-center gap-1 rounded-control border border-line border-dashed px-2 text-13 text-muted hover:bg-hover hover:text-text max-md:h-11"
      >
        <Plus className="size-3.5" aria-hidden />
        Add Condition
      </button>
      {open && (
        <ConditionBuilder filter={filter} anchor={anchor} onFilter={change} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

/** Returns what describes conditions in one text, such as `City is Bonn and Sold is No`. */
export function useConditionText(): (where: readonly unknown[]) => string {
  const { data: customFields = [] } = useQuery(customFieldsQuery);
  const nameOf = useValueName();
  return (where) => {
    const parts = partsIn(textOf(where), customFields);
    if (parts === null) return 'conditions that no longer work';
    return parts.map((part) => inOneText(conditionWords(part, customFields, nameOf))).join(' and ');
  };
}

interface FilterChipProps {
  /** The noun that a screen reader hears for the term. */
  noun: 'filter' | 'condition';
  term: FilterTerm;
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
}

/** A term of a filter, removed by its button and edited in the builder. */
export function FilterChip({
  noun,
  term: { lead, value, without, part, replaced },
  filter,
  onFilter,
}: FilterChipProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Chip
        lead={lead}
        value={value}
        removeLabel={`Remove ${noun} ${`${lead} ${value}`.trim()}`}
        onRemove={() => onFilter(without)}
        {...(part !== null && { editor: { anchor, open, onOpen: () => setOpen(!open) } })}
      />
      {open && part !== null && (
        <ConditionBuilder
          filter={filter}
          edited={{ part, replaced }}
          anchor={anchor}
          onFilter={onFilter}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
