import { Filter } from 'lucide-react';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadDetail } from '#contract/leads.ts';
import { conditionOfValue } from '../filters/condition-of-value.ts';
import { inOneText, wordsOf } from '../filters/condition-words.ts';
import { withPart } from '../filters/filter-state.ts';
import { useValueName } from '../filters/value-names.ts';

export interface DrawerFiltering {
  filter: LeadFilter;
  /** Also closes the drawer. */
  onFilter: (change: Partial<LeadFilter>) => void;
}

export interface FilterByFieldProps extends DrawerFiltering {
  lead: LeadDetail;
  /** Lead field, or `custom:<name>`. */
  field: string;
  customFields: readonly CustomFieldEntity[];
}

/** Lists leads with the same value; visible on hover and focus. */
export function FilterByField({ lead, field, customFields, filter, onFilter }: FilterByFieldProps) {
  const nameOf = useValueName();
  const is = conditionOfValue(lead, field, customFields);
  if (is === null) return null;
  const words = inOneText(wordsOf(is.condition, is.known, nameOf));
  return (
    <button
      type="button"
      aria-label="Filter by This Value"
      // Screen readers read the title as description.
      title={words}
      onClick={() => onFilter(withPart(filter, is.condition, customFields))}
      className="hidden size-6 shrink-0 place-items-center rounded-control text-muted group-focus-within:grid group-hover:grid hover:bg-hover hover:text-text pointer-coarse:grid"
    >
      <Filter className="size-3.5" aria-hidden />
    </button>
  );
}
