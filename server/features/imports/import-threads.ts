import { type ThreadPool, type Threads, threadTask } from '../../platform/jobs/threads.ts';
import type run from './run-import.thread.ts';
import type { ImportOutcome } from './run-import.ts';

/**
 * Maximum concurrent imports per server. More than the number of cores, so that a large import doesn't hold up a small
 * one.
 */
export const MAX_CONCURRENT_IMPORTS = 4;

const IMPORT_POOL: ThreadPool = { threads: MAX_CONCURRENT_IMPORTS, idleMs: 30_000 };
const RUN_IMPORT = threadTask<typeof run>(IMPORT_POOL, new URL('./run-import.thread.ts', import.meta.url), {
  holdsLock: true,
});

/** Returns whether this server is importing. */
export function isImporting(threads: Threads): boolean {
  return threads.isRunning(RUN_IMPORT);
}

/** Runs an import in a worker thread until it has finished. */
export function runImportInThread(
  threads: Threads,
  organizationId: string,
  importId: string,
): Promise<ImportOutcome> {
  return threads.run(RUN_IMPORT, organizationId, importId);
}
