import { useRef, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { Chip } from '../../../ui/chip.tsx';
import { ConditionBuilder } from './condition-builder.tsx';
import type { FilterTerm } from './filter-chips.ts';

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
