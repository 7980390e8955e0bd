import { expect, it } from 'vitest';
import type { QueuedFile } from '#contract/import-queue.ts';
import { confirmedGroups, groupsToMap, needsAnswers, openValuesText, queueSummary } from './queue-summary.ts';

const ROWS = {
  totalRows: 3,
  imported: 2,
  duplicates: 1,
  errors: 0,
  updated: 0,
  skipped: 0,
  suppressed: 0,
  invalidPhones: 0,
};

function fileWith(change: Partial<QueuedFile>): QueuedFile {
  return {
    id: 'a',
    filename: 'a.csv',
    folder: '',
    size: 1,
    state: 'mapping',
    progress: 20,
    interrupted: false,
    ready: false,
    confirmed: false,
    group: 'x',
    mapped: 1,
    leftOut: { names: [], count: 0 },
    missing: [],
    counting: false,
    openValues: [],
    keepValues: false,
    options: null,
    importId: null,
    earlierImportId: null,
    stats: null,
    failure: null,
    createdAt: '2030-01-01T00:00:00Z',
    ...change,
  };
}

it('counts the files by state and the rows of all', () => {
  const files = (['uploading', 'mapping', 'importing', 'completed', 'cancelled', 'error'] as const).map(
    (state) => fileWith({ state, stats: state === 'completed' ? ROWS : null }),
  );
  expect(queueSummary(files)).toEqual({
    total: 6,
    finished: 3,
    waiting: 2,
    failed: 1,
    cancelled: 1,
    rows: 3,
    imported: 2,
  });
});

it('groups files with the same columns, by whether their mapping is confirmed', () => {
  const files = [
    fileWith({ id: 'sent', state: 'uploading', group: null }),
    fileWith({ id: 'one' }),
    fileWith({ id: 'two', group: 'y' }),
    fileWith({ id: 'three' }),
    fileWith({ id: 'four', group: 'z', confirmed: true, state: 'completed' }),
    fileWith({ id: 'five', state: 'error' }),
  ];
  const idsOf = (groups: ReturnType<typeof groupsToMap>) =>
    groups.map(({ key, files: members }) => [key, ...members.map(({ id }) => id)]);
  expect(idsOf(groupsToMap(files))).toEqual([
    ['x', 'one', 'three'],
    ['y', 'two'],
  ]);
  expect(idsOf(confirmedGroups(files))).toEqual([['z', 'four']]);
});

it('names values that nobody knows, and says whether the file waits for an answer', () => {
  const openValues = [
    { column: 'State', target: 'status', values: 2, rows: 1_200 },
    { column: 'OK', target: 'custom:Opt in', values: 1, rows: 1 },
  ];
  const file = fileWith({ openValues });
  expect(openValuesText(file)).toBe('2 values of Status in 1,200 rows, 1 value of Opt in in 1 row');
  expect(needsAnswers(file)).toBe(true);
  expect(needsAnswers(fileWith({ openValues, keepValues: true }))).toBe(false);
  expect(needsAnswers(fileWith({ openValues, state: 'completed' }))).toBe(false);
  expect(needsAnswers(fileWith({}))).toBe(false);
});
