import type { ImportForecast } from '#contract/import-forecast.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import type { DryRunOutcome, DryRunTask } from '../dry-run/dry-run-upload.ts';
import { checkWithGrid } from './check-with-grid.ts';

/** Performs a dry run of an upload and fills its grid. */
export default async function run(
  { database, report }: ThreadEnvironment<ImportForecast>,
  task: DryRunTask,
): Promise<DryRunOutcome> {
  const { scope } = await database();
  return checkWithGrid(scope, task, report);
}
