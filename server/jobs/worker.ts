import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import type { Context } from '../context.ts';
import { scopeOf } from '../context.ts';
import { findUnfinishedImport } from '../imports/reads.ts';
import { endOf } from '../imports/run-import.ts';
import { endImport } from '../imports/writes.ts';
import { importJob, removeStaleUploads, requeueAbandonedImports } from './housekeeping.ts';
import { IMPORTS_AT_ONCE } from './threads.ts';

/** Another server's death is noticed within this time (milliseconds). */
const RESCUE_EVERY_MS = 5_000;
/** After this many tries an import that meets the same trouble again and again is given up. */
const IMPORT_TRIES = 5;

/** The jobs of this server. */
export interface Jobs {
  stop(): Promise<void>;
}

/**
 * Starts working on queued jobs, those that a killed server left among them. Any number of servers may do so.
 */
export async function startJobs(context: Context): Promise<Jobs> {
  await requeueAbandonedImports(context.db.owner);
  const stopping = new AbortController();
  const runner = await run({
    pgPool: context.db.owner,
    concurrency: IMPORTS_AT_ONCE + 1,
    noHandleSignals: true,
    logger: new Logger(
      () => (level, message) => context.log[level === 'warning' ? 'warn' : level]({}, message),
    ),
    taskList: tasksOf(context, stopping.signal),
    crontab: '17 * * * * remove_stale_uploads',
  });
  const rescue = setInterval(() => {
    requeueAbandonedImports(context.db.owner).catch((error: unknown) =>
      context.log.warn({ err: error }, 'looking for abandoned imports failed'),
    );
  }, RESCUE_EVERY_MS);
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(rescue);
      await stopRunner(runner);
    },
  };
}

function tasksOf(context: Context, stopping: AbortSignal): TaskList {
  return {
    run_import: async (payload, helpers) => {
      const { organizationId, importId } = importJob.parse(payload);
      try {
        await context.threads.runImport(organizationId, importId);
      } catch (error) {
        // Let go for the stop and no fault of the import: the next server finds it abandoned and goes on at once.
        if (stopping.aborted) return;
        if (helpers.job.attempts < IMPORT_TRIES) throw error;
        context.log.error({ err: error, importId }, 'import given up');
        await giveUp(context, organizationId, importId);
      }
    },
    remove_stale_uploads: () => removeStaleUploads(context.db.owner),
  };
}

/** Ends an import that can't be finished; what it committed stays, the rest counts as unprocessed. */
async function giveUp(context: Context, organizationId: string, importId: string): Promise<void> {
  await scopeOf(context, organizationId).transaction(async (tx) => {
    const work = await findUnfinishedImport(tx, importId);
    if (work === null) return;
    await endImport(tx, endOf(work, 'The import met an internal error again and again and was stopped'));
  });
}

/** A runner that is stopping already says so by throwing. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined);
}
