import { type ThreadPool, type Threads, threadTask } from '../../platform/jobs/threads.ts';
import type { run } from './run-import.thread.ts';
import type { ImportOutcome } from './run-import.ts';

/** Imports at once in one server: more than the cores, so that a large one does not keep a small one waiting. */
export const IMPORTS_AT_ONCE = 4;

const IMPORT_POOL: ThreadPool = { threads: IMPORTS_AT_ONCE, idleMs: 30_000 };
const RUN_IMPORT = threadTask<typeof run>(IMPORT_POOL, new URL('./run-import.thread.ts', import.meta.url));

/** Works on an import in a thread until it is finished. */
export function runImportInThread(
  threads: Threads,
  organizationId: string,
  importId: string,
): Promise<ImportOutcome> {
  return threads.run(RUN_IMPORT, organizationId, importId);
}
