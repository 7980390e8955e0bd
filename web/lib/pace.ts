import { formatCount, formatDuration } from './format.ts';

/** How fast a job goes, from the rows it had accounted for at moments in milliseconds. */
export interface Pace {
  /** The last moment that entered the rate. */
  at: number;
  rows: number;
  /** Rows per second, smoothed; null until two moments are known. */
  rate: number | null;
}

// Events a fraction of a second apart say little about speed; those wait for the next.
const SHORTEST_MS = 500;
// What happened this long ago weighs a third of what happens now.
const MEMORY_MS = 6000;
// Rows are committed in batches, which may take seconds; only a longer silence is a standstill.
const STANDSTILL_MS = 15_000;

/** The pace before the first rows, or after which `rows` were known already. */
export function startPace(at: number, rows = 0): Pace {
  return { at, rows, rate: null };
}

/** The pace once `rows` are accounted for at `at`. Rows that seem to fall, or time that stands, change nothing. */
export function advancePace(pace: Pace, at: number, rows: number): Pace {
  const elapsed = at - pace.at;
  const waited = rows === pace.rows ? STANDSTILL_MS : SHORTEST_MS;
  if (elapsed < waited || rows < pace.rows) return pace;
  const latest = ((rows - pace.rows) / elapsed) * 1000;
  if (pace.rate === null) return { at, rows, rate: latest > 0 ? latest : null };
  const weight = 1 - Math.exp(-elapsed / MEMORY_MS);
  return { at, rows, rate: pace.rate + weight * (latest - pace.rate) };
}

/** Seconds until all `totalRows` are accounted for, never negative; null while the rate is unknown or nought. */
export function secondsLeft(pace: Pace, totalRows: number): number | null {
  if (pace.rate === null || pace.rate < 0.01) return null;
  return Math.max(0, (totalRows - pace.rows) / pace.rate);
}

/** Time left in words; 'Calculating…' until it is known. */
export function timeLeftText(seconds: number | null): string {
  if (seconds === null) return 'Calculating…';
  return seconds <= 1 ? 'Almost done' : `${formatDuration(Math.ceil(seconds))} left`;
}

/** Speed and time left in words, such as `5,000 rows/s · 12s left`; `unit` is the singular of what `total` counts. */
export function paceText(pace: Pace, total: number, unit: string): string {
  const left = timeLeftText(secondsLeft(pace, total));
  return pace.rate === null ? left : `${formatCount(Math.round(pace.rate), unit)}/s · ${left}`;
}
