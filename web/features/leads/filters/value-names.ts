import { useQuery } from '@tanstack/react-query';
import type { FilteredField } from '#contract/lead-fields.ts';
import { listOwners } from '#contract/lead-owners.ts';
import { formatNumber } from '../../../lib/format.ts';
import { leadStatusesQuery, statusLabel, useStatusLabel } from '../../../lib/lead-statuses.ts';
import { queryOf } from '../../../lib/query.ts';
import type { Option } from '../../../ui/option.ts';
import { filterValuesQuery } from '../queries.ts';

const SPECIAL: Readonly<Record<string, string>> = { me: 'me', none: 'nobody' };

/** Returns how a filter's value is shown: a status or an owner by name, others as they are. */
export function useValueName(): (field: string, value: string) => string {
  const statusName = useStatusLabel();
  const { data: owners } = useQuery(queryOf(listOwners, {}));
  const ownerName = (id: string) =>
    SPECIAL[id] ?? owners?.find((owner) => owner.id === id)?.username ?? 'a deleted user';
  return (field, value) => {
    if (field === 'status') return statusName(value);
    if (field === 'import') return 'one file';
    return field === 'owner' || field === 'ownerId' ? value.split(',').map(ownerName).join(' or ') : value;
  };
}

/** Choices of the filter by next step. */
export const DUE_NAMES = {
  today: 'Due today or earlier',
  overdue: 'Overdue',
  upcoming: 'Upcoming',
  none: 'None',
};

/** States of a condition on consent. */
export const CONSENT_NAMES = { given: 'Given', withdrawn: 'Withdrawn', missing: 'Missing' };

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
