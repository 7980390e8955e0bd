import type { FastifyBaseLogger } from 'fastify';
import { type DryRunResult, type ImportCheckEvent, noDryRunResult } from '#contract/import-dry-run.ts';
import { OutOfMemory } from '../../../platform/jobs/thread-errors.ts';
import { type ThreadPool, type Threads, threadTask } from '../../../platform/jobs/threads.ts';
import type dryRunInThread from './dry-run-upload.ts';
import type { DryRunOutcome, DryRunTask } from './dry-run-upload.ts';
import { Replaced } from './running-checks.ts';

/** One organization leaves a thread to the others. */
export const DRY_RUN_POOL: ThreadPool = { threads: 3, perOrganization: 2, idleMs: 4_000 };
export const DRY_RUN = threadTask<typeof dryRunInThread>(
  DRY_RUN_POOL,
  new URL('./dry-run-upload.ts', import.meta.url),
  { readsMeanwhile: true },
);

const FAILED = 'An unexpected error occurred on our side. Please try again or contact support.';
/** Maximum milliseconds between two events to the client. */
const HEARTBEAT_MS = 900;

/** A dry run to start, and the signal that stops it early. */
export interface CheckToFollow {
  organizationId: string;
  task: DryRunTask;
  signal: AbortSignal;
  /** The dry run, or one that fills a grid. */
  thread: typeof DRY_RUN;
}

interface CheckState {
  latest: DryRunResult;
  outcome: DryRunOutcome | null;
  news: PromiseWithResolvers<void>;
}

/** Yields a dry run's progress until it ends or `signal` is aborted. */
export async function* followCheck(
  context: { threads: Threads; log: FastifyBaseLogger },
  check: CheckToFollow,
): AsyncGenerator<ImportCheckEvent> {
  const { signal } = check;
  const state: CheckState = {
    latest: noDryRunResult(check.task.totalRows),
    outcome: null,
    news: Promise.withResolvers(),
  };
  signal.addEventListener('abort', () => state.news.resolve(), { once: true });
  void trackCheck(context, check, state);
  while (state.outcome === null && !signal.aborted) {
    yield checkProgress(state.latest);
    const heartbeat = setTimeout(() => state.news.resolve(), HEARTBEAT_MS);
    await state.news.promise;
    clearTimeout(heartbeat);
    state.news = Promise.withResolvers();
  }
  if (state.outcome !== null) yield* finalEvents(state.outcome);
  else if (signal.reason instanceof Replaced) {
    yield { type: 'error', message: 'A newer check took its place' };
  }
}

/** Runs the dry run in a worker thread and records its progress. */
async function trackCheck(
  { threads, log }: { threads: Threads; log: FastifyBaseLogger },
  { organizationId, task, signal, thread }: CheckToFollow,
  state: CheckState,
): Promise<void> {
  const onProgress = (result: DryRunResult): void => {
    state.latest = result;
    state.news.resolve();
  };
  try {
    state.outcome = await threads.run(thread, organizationId, task, { signal, onProgress });
  } catch (error) {
    // No client is left to notify.
    if (signal.aborted) return;
    log.error({ err: error, uploadId: task.uploadId }, 'check of an upload failed');
    state.outcome = { ok: false, message: error instanceof OutOfMemory ? error.message : FAILED };
  }
  state.news.resolve();
}

function* finalEvents(outcome: DryRunOutcome): Generator<ImportCheckEvent> {
  if (!outcome.ok) {
    yield { type: 'error', message: outcome.message };
    return;
  }
  yield checkProgress(outcome.result);
  yield { type: 'complete', forecast: outcome.result };
}

function checkProgress(result: DryRunResult): ImportCheckEvent {
  const { checked, totalRows } = result;
  const share = totalRows === 0 ? 1 : checked / totalRows;
  return { type: 'progress', progress: Math.floor(share * 1000) / 10, ...result };
}
