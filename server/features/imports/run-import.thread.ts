import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { type ImportOutcome, runImport } from './run-import.ts';

/** Works on an import until it is finished, from the end of its last committed batch. */
export async function run(environment: ThreadEnvironment, importId: string): Promise<ImportOutcome> {
  const { pool, scope } = await environment.database();
  return runImport(pool, scope, importId);
}
