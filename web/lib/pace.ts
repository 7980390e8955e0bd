import { formatCount, formatDuration } from './format.ts';

/** Speed of a job, estimated from its processed rows at moments in milliseconds. */
export interface ImportPace {
  /** Last moment included in the rate. */
  at: number;
  rows: number;
  /** Rows per second, smoothed; null until two moments are known. */
  rate: number | null;
}

// Minimum interval of a measurement; events a fraction of a second apart say little about the speed.
const SHORTEST_MS = 500;
// Time constant of the smoothing; after it, a measurement weighs a third of a current one.
const MEMORY_MS = 6000;
// Rows are committed in batches, which may take seconds; only a longer silence means that the job has
// stalled.
const STANDSTILL_MS = 15_000;

/** Returns the pace of a job at its start, or with `rows` already processed. */
export function startPace(at: number, rows = 0): ImportPace {
  return { at, rows, rate: null };
}

/**
 * Returns the pace after `rows` were processed at `at`. Ignores falling counts and intervals that are too
 * short.
 */
export function advancePace(pace: ImportPace, at: number, rows: number): ImportPace {
  const elapsed = at - pace.at;
  const waited = rows === pace.rows ? STANDSTILL_MS : SHORTEST_MS;
  if (elapsed < waited || rows < pace.rows) return pace;
  const latest = ((rows - pace.rows) / elapsed) * 1000;
  if (pace.rate === null) return { at, rows, rate: latest > 0 ? latest : null };
  const weight = 1 - Math.exp(-elapsed / MEMORY_MS);
  return { at, rows, rate: pace.rate + weight * (latest - pace.rate) };
}

/**
 * Returns the seconds until all `totalRows` are processed, never negative; null while the rate is unknown or
 * zero.
 */
export function secondsLeft(pace: ImportPace, totalRows: number): number | null {
  if (pace.rate === null || pace.rate < 0.01) return null;
  return Math.max(0, (totalRows - pace.rows) / pace.rate);
}

/** Describes the time left; 'Calculating…' until it is known. */
export function timeLeftText(seconds: number | null): string {
  if (seconds === null) return 'Calculating…';
  return seconds <= 1 ? 'Almost done' : `${formatDuration(Math.ceil(seconds))} left`;
}

/**
 * Describes speed and time left, such as `5,000 rows/s · 12s left`; `unit` is the singular of the noun that
 * `total` counts.
 */
export function paceText(pace: ImportPace, total: number, unit: string): string {
  const left = timeLeftText(secondsLeft(pace, total));
  return pace.rate === null ? left : `${formatCount(Math.round(pace.rate), unit)}/s · ${left}`;
}
