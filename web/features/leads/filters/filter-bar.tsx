import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { LazyConditionBuilder, LazyPart, LazySetFilters } from '../lazy-parts.tsx';
import { countFilters } from '../search.ts';

export interface FilterBarProps {
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
  onClear: () => void;
}

/** Active filters, and the button that adds a condition. */
export function FilterBar({ filter, onFilter, onClear }: FilterBarProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex h-7 items-center gap-1 rounded-control border border-line border-dashed px-2 text-13 text-muted hover:bg-hover hover:text-text max-md:h-11 max-md:w-11 max-md:justify-center print:hidden"
      >
        <Plus className="size-3.5" aria-hidden />
        <span className="max-md:sr-only">Filter</span>
      </button>
      {countFilters(filter) > 0 && (
        <LazyPart>
          <LazySetFilters filter={filter} onFilter={onFilter} onClear={onClear} />
        </LazyPart>
      )}
      {open && (
        <LazyPart>
          <LazyConditionBuilder
            filter={filter}
            anchor={anchor}
            onFilter={onFilter}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </div>
  );
}
