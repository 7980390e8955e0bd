import { useQuery } from '@tanstack/react-query';
import type { FilteredField } from '#contract/lead-fields.ts';
import { formatNumber } from '../../../lib/format.ts';
import { leadStatusesQuery, statusLabel } from '../../../lib/lead-statuses.ts';
import type { Option } from '../../../ui/option.ts';
import { filterValuesQuery } from '../queries.ts';

/** Returns the values of a filtered field with the number of their leads; all statuses, others the most frequent first. */
export function useValueOptions(): (field: FilteredField) => Option[] {
  const { data: values } = useQuery(filterValuesQuery);
  const { data: statuses = [] } = useQuery(leadStatusesQuery);
  return ({ key, filter: list }) => {
    const counts = new Map(values?.[list].map((value, at) => [value, values.counts[list][at] ?? 0]));
    const offered = key === 'status' ? statuses.map(({ name }) => name) : [];
    return [...new Set([...offered, ...counts.keys()])].map((value) => ({
      ...{ value, label: key === 'status' ? statusLabel(value) : value },
      hint: formatNumber(counts.get(value) ?? 0),
    }));
  };
}
