import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { runList } from './run-list.ts';

/** Works through a list until it is finished, from the end of its last committed batch. */
export async function run(environment: ThreadEnvironment, operationId: string): Promise<void> {
  const { pool, scope } = await environment.database();
  await runList(pool, scope, operationId);
}
