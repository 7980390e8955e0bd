import type { QueuedFile } from '#contract/import-queue.ts';
import { fieldLabel } from '../../../lib/field-label.ts';
import { formatCount } from '../../../lib/format.ts';

/** Returns whether the file's import ended or can't begin. */
export function isFinished({ state }: QueuedFile): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'error';
}

export interface QueueSummary {
  total: number;
  finished: number;
  /** Not started. */
  waiting: number;
  failed: number;
  cancelled: number;
  /** Rows counted so far. */
  rows: number;
  imported: number;
}

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

/** Returns whether the file waits for answers about unknown values. */
export function needsAnswers({ state, openValues, keepValues }: QueuedFile): boolean {
  return state === 'mapping' && openValues.length > 0 && !keepValues;
}

export function openValuesText({ openValues }: QueuedFile): string {
  return openValues
    .map(
      ({ target, values, rows }) =>
        `${formatCount(values, 'value')} of ${fieldLabel(target)} in ${formatCount(rows, 'row')}`,
    )
    .join(', ');
}

export interface FileGroup {
  key: string;
  /** At least one, in queue order. */
  files: readonly QueuedFile[];
}

/** Groups files with an unconfirmed mapping. */
export function groupsToMap(files: readonly QueuedFile[]): FileGroup[] {
  return groupsOf(files.filter(({ state, confirmed }) => state === 'mapping' && !confirmed));
}

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
