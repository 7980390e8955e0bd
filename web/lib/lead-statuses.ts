import { useQuery } from '@tanstack/react-query';
import type { LeadStatusColor } from '#contract/lead-status-colors.ts';
import { type LeadStatusEntity, listLeadStatuses } from '#contract/lead-statuses.ts';
import type { Tone } from '../ui/tone.ts';
import { queryOf } from './query.ts';

/** Statuses that leads can be given, in order. */
export const leadStatusesQuery = queryOf(listLeadStatuses, {});

/** Tone of the badges of a color. */
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

/** Names that the server writes in lower case. */
const FIRST_NAMES: readonly string[] = ['new', 'contacted', 'qualified', 'converted'];

/** Returns a status as it is shown. */
export function statusLabel(name: string): string {
  return FIRST_NAMES.includes(name) ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** Returns the status with a name, in any case; undefined for one that the organization doesn't have. */
export function findStatus(
  statuses: readonly LeadStatusEntity[] | undefined,
  name: string,
): LeadStatusEntity | undefined {
  const lower = name.toLowerCase();
  return statuses?.find((status) => status.name === name || status.name.toLowerCase() === lower);
}

/** Returns the status of the organization with a name; undefined while they load, too. */
export function useStatus(name: string): LeadStatusEntity | undefined {
  return findStatus(useQuery(leadStatusesQuery).data, name);
}
