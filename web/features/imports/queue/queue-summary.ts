import type { QueuedFile } from '#contract/import-queue.ts';
import { targetLabel } from '#contract/lead-fields.ts';
import { formatCount } from '../../../lib/format.ts';

/** Returns true if the file's import has ended, or can't begin. */
export function isFinished({ state }: QueuedFile): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'error';
}

export interface QueueSummary {
  total: number;
  finished: number;
  /** Files whose import hasn't started. */
  waiting: number;
  failed: number;
  cancelled: number;
  /** Rows of the files counted so far. */
  rows: number;
  imported: number;
}

/** Summarizes the files and the rows of the queue. */
export function queueSummary(files: readonly QueuedFile[]): QueueSummary {
  const count = (...states: QueuedFile['state'][]) =>
    files.filter(({ state }) => states.includes(state)).length;
  return {
    total: files.length,
    finished: files.filter(isFinished).length,
    waiting: count('uploading', 'mapping'),
    failed: count('error'),
    cancelled: count('cancelled'),
    rows: files.reduce((sum, { stats }) => sum + (stats?.totalRows ?? 0), 0),
    imported: files.reduce((sum, { stats }) => sum + (stats?.imported ?? 0), 0),
  };
}

/** Returns true if the file waits for an answer about values that no one knows. */
export function needsAnswers({ state, openValues, keepValues }: QueuedFile): boolean {
  return state === 'mapping' && openValues.length > 0 && !keepValues;
}

/** Names the values of a file that no one knows. */
export function openValuesText({ openValues }: QueuedFile): string {
  return openValues
    .map(
      ({ target, values, rows }) =>
        `${formatCount(values, 'value')} of ${targetLabel(target)} in ${formatCount(rows, 'row')}`,
    )
    .join(', ');
}

/** Files with the same columns. */
export interface FileGroup {
  key: string;
  /** At least one, in the order of the queue. */
  files: readonly QueuedFile[];
}

/** Returns the groups of files whose mapping is to be confirmed. */
export function groupsToMap(files: readonly QueuedFile[]): FileGroup[] {
  return groupsOf(files.filter(({ state, confirmed }) => state === 'mapping' && !confirmed));
}

/** Returns the groups of files whose mapping the user confirmed. */
export function confirmedGroups(files: readonly QueuedFile[]): FileGroup[] {
  return groupsOf(files.filter(({ confirmed }) => confirmed));
}

function groupsOf(files: readonly QueuedFile[]): FileGroup[] {
  const grouped = Map.groupBy(
    files.filter(({ group }) => group !== null),
    ({ group }) => group ?? '',
  );
  return [...grouped].map(([key, members]) => ({ key, files: members }));
}
