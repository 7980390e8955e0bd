import type { DryRunResult } from '#contract/import-dry-run.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import type { DryRunOutcome, DryRunTask } from '../dry-run/dry-run-upload.ts';
import { checkWithGrid } from './session/check-with-grid.ts';

/** Performs a dry run of an upload and fills its grid. */
export default async function run(
  { database, report }: ThreadEnvironment<DryRunResult>,
  task: DryRunTask,
): Promise<DryRunOutcome> {
  const { scope } = await database();
  return checkWithGrid(scope, task, report);
}
