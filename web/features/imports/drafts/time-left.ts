import { formatCount } from '../../../lib/format.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Formats the time left in days, such as `6 days left`, or hours on the last day. */
export function timeLeft(until: string, now = Date.now()): string {
  const left = Date.parse(until) - now;
  // A draft just saved has all its days.
  const days = Math.round(left / DAY_MS);
  if (left >= DAY_MS) return `${formatCount(days, 'day')} left`;
  const hours = Math.floor(left / HOUR_MS);
  return hours >= 1 ? `${formatCount(hours, 'hour')} left` : 'expires within the hour';
}
