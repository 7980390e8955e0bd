import type { LeadFilter } from '#contract/lead-filter.ts';
import { Chip } from '../../../ui/chip.tsx';
import { LazyImportChip, LazyPart } from '../lazy-parts.tsx';
import { type FilterTerm, termsOf } from './filter-chips.ts';

export interface FilterBarProps {
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
  onClear: () => void;
}

/** Lists the active filters with buttons to remove them, even while their panel is closed. */
export function FilterBar({ filter, onFilter, onClear }: FilterBarProps) {
  const terms = termsOf(filter);
  if (terms.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <ul aria-label="Set filters" className="contents">
        {terms.map((term) => (
          <li key={term.id} className="flex min-w-0">
            <TermChip term={term} onRemove={() => onFilter(term.without)} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={onClear}
        className="h-7 rounded-control px-2 text-13 font-medium text-muted hover:bg-hover hover:text-text max-md:h-9"
      >
        Clear all
      </button>
    </div>
  );
}

function TermChip({ term: { id, label, value }, onRemove }: { term: FilterTerm; onRemove: () => void }) {
  if (id === 'import') {
    return (
      <LazyPart>
        <LazyImportChip importId={value} onRemove={onRemove} />
      </LazyPart>
    );
  }
  return (
    <Chip label={label} value={value} removeLabel={`Remove filter ${label}: ${value}`} onRemove={onRemove} />
  );
}
