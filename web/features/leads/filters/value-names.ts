import { useQuery } from '@tanstack/react-query';
import { listOwners } from '#contract/lead-owners.ts';
import { useStatusLabel } from '../../../lib/lead-statuses.ts';
import { queryOf } from '../../../lib/query.ts';

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
