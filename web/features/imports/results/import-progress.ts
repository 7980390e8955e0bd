import type { ImportEvent, ImportStats } from '#contract/imports.ts';
import { advancePace, type ImportPace, startPace } from '../../../lib/pace.ts';

export interface ImportProgress {
  /** Null until assigned by the server. */
  importId: string | null;
  /** From 0 to 100, never decreasing. */
  percent: number;
  stats: ImportStats;
  pace: ImportPace;
}

/** Returns zero counters for `totalRows`. */
export function noStats(totalRows: number): ImportStats {
  return {
    totalRows,
    imported: 0,
    duplicates: 0,
    errors: 0,
    updated: 0,
    skipped: 0,
    suppressed: 0,
    invalidPhones: 0,
  };
}

/** Counts rows with an outcome. */
export function rowsDone(stats: ImportStats): number {
  return stats.imported + stats.updated + stats.duplicates + stats.skipped + stats.errors;
}

/** Returns the initial progress; `at` in milliseconds. */
export function startProgress(at: number, totalRows: number): ImportProgress {
  return { importId: null, percent: 0, stats: noStats(totalRows), pace: startPace(at) };
}

/** Applies an event received at `at`; `error` events change nothing. */
export function advanceProgress(before: ImportProgress, event: ImportEvent, at: number): ImportProgress {
  if (event.type === 'error') return before;
  if (event.type === 'complete')
    return { ...before, importId: event.importId, percent: 100, stats: event.stats };
  const { type: _, importId, progress, ...stats } = event;
  // A resumed import first reports earlier rows, which don't count toward the speed.
  const pace =
    before.importId === null && rowsDone(stats) > 0
      ? startPace(at, rowsDone(stats))
      : advancePace(before.pace, at, rowsDone(stats));
  const percent = Math.max(before.percent, Math.min(100, Math.max(0, progress)));
  // The upload counts rows before the import does.
  const totalRows = stats.totalRows > 0 ? stats.totalRows : before.stats.totalRows;
  return { importId, percent, stats: { ...stats, totalRows }, pace };
}
