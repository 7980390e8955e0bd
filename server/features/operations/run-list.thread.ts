import { runOperation } from '../../lead/operations/run.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';

export default async function run(environment: ThreadEnvironment, operationId: string): Promise<void> {
  const { pool, scope } = await environment.database();
  await runOperation(pool, scope, operationId);
}
