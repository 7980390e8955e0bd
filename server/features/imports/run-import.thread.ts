import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { type ImportOutcome, runImport } from './run-import.ts';

/** Runs an import from the end of its last committed batch until it has finished. */
export default async function run(environment: ThreadEnvironment, importId: string): Promise<ImportOutcome> {
  const { pool, scope } = await environment.database();
  return runImport(pool, scope, importId);
}
