import { useQuery } from '@tanstack/react-query';
import type { LeadStatusColor } from '#contract/lead-status-colors.ts';
import { type LeadStatusEntity, listLeadStatuses } from '#contract/lead-statuses.ts';
import type { Tone } from '../ui/tone.ts';
import { queryOf } from './query.ts';

export const leadStatusesQuery = queryOf(listLeadStatuses, {});

export const STATUS_TONE: Record<LeadStatusColor, Tone> = {
  gray: 'neutral',
  blue: 'info',
  violet: 'violet',
  pink: 'pink',
  red: 'negative',
  orange: 'orange',
  yellow: 'caution',
  green: 'positive',
};

/** Built-in names, which the server writes in lower case. */
const FIRST_NAMES: readonly string[] = ['new', 'contacted', 'qualified', 'converted'];

export function statusLabel(name: string): string {
  return FIRST_NAMES.includes(name) ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** Finds a status by name, in any case, then by an earlier name. */
export function findStatus(
  statuses: readonly LeadStatusEntity[] | undefined,
  name: string,
): LeadStatusEntity | undefined {
  const lower = name.toLowerCase();
  const isSame = (other: string): boolean => other.toLowerCase() === lower;
  return (
    statuses?.find((status) => isSame(status.name)) ??
    statuses?.find((status) => status.otherNames.some(isSame))
  );
}

/** Finds a status by name; undefined while statuses load. */
export function useStatus(name: string): LeadStatusEntity | undefined {
  return findStatus(useQuery(leadStatusesQuery).data, name);
}

/** Returns how a status is shown, given any of its names. */
export function useStatusLabel(): (name: string) => string {
  const { data } = useQuery(leadStatusesQuery);
  return (name) => statusLabel(findStatus(data, name)?.name ?? name);
}

/** Default status, whatever its name. */
export const DEFAULT_STATUS = 'new';
