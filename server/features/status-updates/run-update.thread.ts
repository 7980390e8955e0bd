import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { runStatusUpdate } from './run-update.ts';

/** Runs a status update from the end of its last committed batch until it has finished. */
export default async function run(environment: ThreadEnvironment, operationId: string): Promise<void> {
  const { pool, scope } = await environment.database();
  await runStatusUpdate(pool, scope, operationId);
}
