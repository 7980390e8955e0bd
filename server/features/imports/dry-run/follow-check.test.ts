import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importPlan } from '#contract/imports.ts';
import type { Threads } from '../../../platform/jobs/threads.ts';
import type { DryRunTask } from './dry-run-upload.ts';
import { DRY_RUN, followCheck } from './follow-check.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const TASK: DryRunTask = {
  uploadId: crypto.randomUUID(),
  filename: 'leads.csv',
  size: 100,
  format: { kind: 'csv', delimiter: ',', encoding: 'utf-8', sheets: [], sheet: null, headerRow: 1 },
  columns: ['email'],
  totalRows: 10,
  plan: importPlan.parse({ fieldMapping: { email: 'email' } }),
};

test('of a check that comes to nothing, something is told every second', async () => {
  const threads: Threads = {
    prepare: () => undefined,
    isRunning: () => true,
    run: () => new Promise(() => undefined),
    close: async () => undefined,
  };
  const events = followCheck(
    { threads, log: pino({ level: 'silent' }) },
    {
      organizationId: crypto.randomUUID(),
      task: TASK,
      signal: new AbortController().signal,
      thread: DRY_RUN,
    },
  );
  const untouched = { type: 'progress', checked: 0, totalRows: 10 };
  expect((await events.next()).value).toMatchObject(untouched);
  for (let second = 1; second <= 5; second++) {
    const next = events.next();
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await next).value).toMatchObject(untouched);
  }
});
