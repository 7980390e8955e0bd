import { constants, platform, setPriority } from 'node:os';
import type pg from 'pg';
import { openPool } from '../db/pool.ts';
import { type ImportOutcome, runImport } from '../imports/run-import.ts';
import { organizationScope } from '../security/scope.ts';
import { type Inspected, inspectUpload } from '../uploads/inspect-upload.ts';
import type { ThreadTask } from './threads.ts';

// On Linux the priority is the thread's own: answers come before imports when both want the processor.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** One for reading, one for writing, one to hold the import's lock. */
const CONNECTIONS = 4;

/** What runs in a thread: one task, with connections of its own. */
export default async function work(task: ThreadTask): Promise<Inspected | ImportOutcome> {
  let lost: Error | undefined;
  const pool: pg.Pool = openPool(task.appUrl, CONNECTIONS, (error) => {
    lost = error;
  });
  try {
    const scope = organizationScope(pool, task.organizationId);
    if (task.kind === 'inspect') return await inspectUpload(scope, task.task);
    return await runImport(pool, scope, task.importId);
  } catch (error) {
    throw lost ?? error;
  } finally {
    await pool.end();
  }
}
