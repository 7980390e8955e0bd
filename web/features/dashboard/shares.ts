import { statusLabel } from '../../lib/lead-statuses.ts';

export interface Share {
  name: string;
  leads: number;
  /** Share of all leads, 0 to 1. */
  share: number;
}

const STATUSES_SHOWN = 6;

/** Returns the most frequent statuses' shares, and combines the rest. */
export function statusShares(statuses: readonly { status: string; totalLeads: number }[]): Share[] {
  const all = statuses.reduce((sum, { totalLeads }) => sum + totalLeads, 0);
  const shareOf = (name: string, leads: number): Share => ({
    name,
    leads,
    share: all === 0 ? 0 : leads / all,
  });
  if (statuses.length <= STATUSES_SHOWN) {
    return statuses.map(({ status, totalLeads }) => shareOf(statusLabel(status), totalLeads));
  }
  const shown = statuses.slice(0, STATUSES_SHOWN - 1);
  const rest = statuses.slice(STATUSES_SHOWN - 1);
  const others = rest.reduce((sum, { totalLeads }) => sum + totalLeads, 0);
  return [
    ...shown.map(({ status, totalLeads }) => shareOf(statusLabel(status), totalLeads)),
    shareOf(`${rest.length} others`, others),
  ];
}

/** Returns the shares of leads with and without a valid number. */
export function validityShares({
  totalLeads,
  validNumbers,
}: {
  totalLeads: number;
  validNumbers: number;
}): Share[] {
  const shareOf = (leads: number) => (totalLeads === 0 ? 0 : leads / totalLeads);
  const others = totalLeads - validNumbers;
  return [
    { name: 'Valid number', leads: validNumbers, share: shareOf(validNumbers) },
    { name: 'No valid number', leads: others, share: shareOf(others) },
  ];
}
