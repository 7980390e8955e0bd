import { useQuery } from '@tanstack/react-query';
import { getImport } from '#contract/imports.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { queryOf } from '../../../lib/query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { ConditionChips } from './condition-chips.tsx';
import { type FilterTerm, termsOf } from './filter-chips.ts';

export interface SetFiltersProps {
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
  onClear: () => void;
}

/** Removable active filters, visible with a closed panel. */
export function SetFilters({ filter, onFilter, onClear }: SetFiltersProps) {
  return (
    <>
      <ul aria-label="Set filters" className="contents">
        {termsOf(filter).map((term) => (
          <li key={term.id} className="flex min-w-0">
            <TermChip term={term} onRemove={() => onFilter(term.without)} />
          </li>
        ))}
        {filter.where && <ConditionChips where={filter.where} onChange={(where) => onFilter({ where })} />}
      </ul>
      <button
        type="button"
        onClick={onClear}
        className="h-7 rounded-control px-2 text-13 font-medium text-muted hover:bg-hover hover:text-text max-md:h-11 print:hidden"
      >
        Clear All
      </button>
    </>
  );
}

function TermChip({ term: { id, label, value }, onRemove }: { term: FilterTerm; onRemove: () => void }) {
  if (id === 'import') return <ImportChip importId={value} onRemove={onRemove} />;
  return (
    <Chip label={label} value={value} removeLabel={`Remove filter ${label}: ${value}`} onRemove={onRemove} />
  );
}

interface ImportChipProps {
  importId: string;
  onRemove: () => void;
}

/** File name of the listed import. */
function ImportChip({ importId, onRemove }: ImportChipProps) {
  const { data, error } = useQuery(queryOf(getImport, { params: { id: importId } }));
  const isUnknown = error instanceof ApiError && error.status === 404;
  const name = data?.filename ?? (isUnknown ? 'not found' : 'one file');
  return (
    <Chip label="Import" value={name} removeLabel={`Remove filter Import: ${name}`} onRemove={onRemove} />
  );
}
