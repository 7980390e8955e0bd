/** Period of the sales shown: a number of days up to today, or days of the user's choice. */
export interface SalesPeriod {
  choice: '7' | '30' | '90' | 'custom';
  /** Days of a custom period, `yyyy-mm-dd`. */
  from: string;
  to: string;
}

/** Lengths offered, in days. */
export const PERIODS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'custom', label: 'Custom' },
] as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the days of a period, both included; null for a custom one that is incomplete or ends before it begins. */
export function periodDays(period: SalesPeriod, today: string): { from: string; to: string } | null {
  if (period.choice !== 'custom') return lastDays(Number(period.choice), today);
  const { from, to } = period;
  return from !== '' && to !== '' && from <= to ? { from, to } : null;
}

/** Returns the last `days` days up to today. */
export function lastDays(days: number, today: string): { from: string; to: string } {
  const from = new Date(Date.parse(`${today}T00:00:00Z`) - (days - 1) * DAY_MS);
  return { from: from.toISOString().slice(0, 10), to: today };
}

/** Number of days of a period. */
export function lengthOf({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}
