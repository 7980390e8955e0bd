import { formatCount, formatDuration } from './format.ts';

/** Smoothed speed of a job; times in milliseconds. */
export interface ImportPace {
  /** Last moment in the rate. */
  at: number;
  rows: number;
  /** Rows per second; null until two moments are known. */
  rate: number | null;
}

// Shorter intervals say little about the speed.
const SHORTEST_MS = 500;
// Time constant of the smoothing.
const MEMORY_MS = 6000;
// A batch may take seconds to commit; longer silence means a stall.
const STANDSTILL_MS = 15_000;

/** Returns the initial pace, with `rows` already processed. */
export function startPace(at: number, rows = 0): ImportPace {
  return { at, rows, rate: null };
}

/** Returns the pace at `at`; ignores falling counts and short intervals. */
export function advancePace(pace: ImportPace, at: number, rows: number): ImportPace {
  const elapsed = at - pace.at;
  const waited = rows === pace.rows ? STANDSTILL_MS : SHORTEST_MS;
  if (elapsed < waited || rows < pace.rows) return pace;
  const latest = ((rows - pace.rows) / elapsed) * 1000;
  if (pace.rate === null) return { at, rows, rate: latest > 0 ? latest : null };
  const weight = 1 - Math.exp(-elapsed / MEMORY_MS);
  return { at, rows, rate: pace.rate + weight * (latest - pace.rate) };
}

/** Returns the seconds left, never negative; null for an unknown or zero rate. */
export function secondsLeft(pace: ImportPace, totalRows: number): number | null {
  if (pace.rate === null || pace.rate < 0.01) return null;
  return Math.max(0, (totalRows - pace.rows) / pace.rate);
}

/** Describes the time left; 'Calculating…' until known. */
export function timeLeftText(seconds: number | null): string {
  if (seconds === null) return 'Calculating…';
  return seconds <= 1 ? 'Almost done' : `${formatDuration(Math.ceil(seconds))} left`;
}

/** Describes speed and time left, such as `5,000 rows/s · 12s left`; `unit` is singular. */
export function paceText(pace: ImportPace, total: number, unit: string): string {
  const left = timeLeftText(secondsLeft(pace, total));
  return pace.rate === null ? left : `${formatCount(Math.round(pace.rate), unit)}/s · ${left}`;
}
