import { ratio } from '../../lib/format.ts';
import { statusLabel } from '../../lib/lead-statuses.ts';
import type { Stats } from './queries.ts';

export interface Share {
  name: string;
  leads: number;
  /** Share of all leads, 0 to 1. */
  share: number;
}

const STATUSES_SHOWN = 6;

/** Returns the most frequent statuses' shares, and combines the rest. */
export function statusShares(statuses: readonly { status: string; totalLeads: number }[]): Share[] {
  const sumOf = (some: typeof statuses) => some.reduce((sum, { totalLeads }) => sum + totalLeads, 0);
  const all = sumOf(statuses);
  const isWhole = statuses.length <= STATUSES_SHOWN;
  const shown = isWhole ? statuses : statuses.slice(0, STATUSES_SHOWN - 1);
  const rest = statuses.slice(shown.length);
  const parts = shown.map(({ status, totalLeads }) => ({ name: statusLabel(status), leads: totalLeads }));
  if (!isWhole) parts.push({ name: `${rest.length} others`, leads: sumOf(rest) });
  return parts.map((part) => ({ ...part, share: ratio(part.leads, all) }));
}

/** Returns the shares of leads with and without a valid number. */
export function validityShares(stats: Pick<Stats, 'totalLeads' | 'validNumbers'>): Share[] {
  const { totalLeads: all, validNumbers } = stats;
  const others = all - validNumbers;
  return [
    { name: 'Valid number', leads: validNumbers, share: ratio(validNumbers, all) },
    { name: 'No valid number', leads: others, share: ratio(others, all) },
  ];
}
