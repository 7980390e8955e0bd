import { useQuery } from '@tanstack/react-query';
import { getImport } from '#contract/imports.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { queryOf } from '../../../lib/query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { ConditionChips } from './condition-chips.tsx';
import { type FilterTerm, termsOf } from './filter-chips.ts';
import { useValueName } from './value-names.ts';

export interface SetFiltersProps {
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
  onClear: () => void;
}

/** Keeps room for Clear All behind the last chip, so that both stand in one line. */
const LAST_CHIP = '[&>li:last-child]:mr-18';
const BEHIND_CHIP = '-ml-[calc(4.5rem+var(--spacing)*1.5)] w-18';

export function SetFilters({ filter, onFilter, onClear }: SetFiltersProps) {
  const nameOf = useValueName();
  return (
    <>
      <ul aria-label="Set filters" className={cx('contents', LAST_CHIP)}>
        {termsOf(filter, nameOf).map((term) => (
          <li key={term.id} className="flex min-w-0">
            <TermChip term={term} onRemove={() => onFilter(term.without)} />
          </li>
        ))}
        {filter.where && <ConditionChips where={filter.where} onChange={(where) => onFilter({ where })} />}
      </ul>
      <button
        type="button"
        onClick={onClear}
        className={cx(
          'h-7 shrink-0 rounded-control text-13 font-medium whitespace-nowrap text-muted hover:bg-hover hover:text-text max-md:h-11 print:hidden',
          BEHIND_CHIP,
        )}
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
