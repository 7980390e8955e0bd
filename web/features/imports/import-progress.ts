import type { ImportEvent, ImportStats } from '#contract/imports.ts';
import { advancePace, type Pace, startPace } from '../../lib/pace.ts';

/** How far an import is. */
export interface ImportProgress {
  /** Null until the server names it. */
  importId: string | null;
  /** 0 to 100; never falls. */
  percent: number;
  stats: ImportStats;
  pace: Pace;
}

/** Counters of an import that has not touched a row of its `totalRows`. */
export function noStats(totalRows: number): ImportStats {
  return { totalRows, imported: 0, duplicates: 0, errors: 0, updated: 0, skipped: 0, invalidPhones: 0 };
}

/** Rows that are accounted for. */
export function rowsDone(stats: ImportStats): number {
  return stats.imported + stats.updated + stats.duplicates + stats.skipped + stats.errors;
}

/** The progress of an import that is asked for at `at` (milliseconds) for a file of `totalRows`. */
export function startProgress(at: number, totalRows: number): ImportProgress {
  return { importId: null, percent: 0, stats: noStats(totalRows), pace: startPace(at) };
}

/** The progress after an event that came at `at`; an `error` event leaves it as it stands. */
export function advanceProgress(before: ImportProgress, event: ImportEvent, at: number): ImportProgress {
  if (event.type === 'error') return before;
  if (event.type === 'complete')
    return { ...before, importId: event.importId, percent: 100, stats: event.stats };
  const { type: _, importId, progress, ...stats } = event;
  // An import that was taken up again first tells what it had done before: that is no speed.
  const pace =
    before.importId === null && rowsDone(stats) > 0
      ? startPace(at, rowsDone(stats))
      : advancePace(before.pace, at, rowsDone(stats));
  const percent = Math.max(before.percent, Math.min(100, Math.max(0, progress)));
  // The row count of a file is known from its upload, before the import has counted it.
  const totalRows = stats.totalRows > 0 ? stats.totalRows : before.stats.totalRows;
  return { importId, percent, stats: { ...stats, totalRows }, pace };
}
