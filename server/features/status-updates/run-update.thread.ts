import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { runStatusUpdate } from './run-update.ts';

export default async function run(environment: ThreadEnvironment, operationId: string): Promise<void> {
  const { pool, scope } = await environment.database();
  await runStatusUpdate(pool, scope, operationId);
}
