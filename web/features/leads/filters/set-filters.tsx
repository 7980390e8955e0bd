import { useQuery } from '@tanstack/react-query';
import { getImport } from '#contract/imports.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { queryOf } from '../../../lib/query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { customFieldsQuery } from '../queries.ts';
import { FilterChip } from './condition-list.tsx';
import { type FilterTerm, termsOf } from './filter-chips.ts';
import { partsIn } from './filter-state.ts';
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
  const { data: customFields } = useQuery(customFieldsQuery);
  const imported = termsOf(filter, customFields ?? [], (_field, value) => value).map(importIn);
  const nameOf = useValueName();
  const importId = imported.find((id) => id !== undefined);
  const importName = useImportName(importId);
  if (customFields === undefined) return null;
  const nameWith = (field: string, value: string) =>
    field === 'import' && value === importId ? importName : nameOf(field, value);
  return (
    <>
      <ul aria-label="Set filters" className={cx('contents', LAST_CHIP)}>
        {termsOf(filter, customFields, nameWith).map((term) => (
          <li key={term.id} className="flex min-w-0">
            <FilterChip noun="filter" term={term} filter={filter} onFilter={onFilter} />
          </li>
        ))}
        {partsIn(filter.where, customFields) === null && (
          <li className="flex min-w-0">
            <Chip
              value="These filters no longer work"
              removeLabel="Remove filters that no longer work"
              onRemove={() => onFilter({ where: undefined })}
            />
          </li>
        )}
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

function importIn({ part }: FilterTerm): string | undefined {
  return part !== null && !('any' in part) && part.field === 'import' ? part.values[0] : undefined;
}

function useImportName(id: string | undefined): string {
  const { data, error } = useQuery({
    ...queryOf(getImport, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  const isUnknown = error instanceof ApiError && error.status === 404;
  return data?.filename ?? (isUnknown ? 'not found' : 'one file');
}
