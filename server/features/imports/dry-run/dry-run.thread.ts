import type { ImportForecast } from '#contract/import-forecast.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { type Forecasted, type ForecastTask, forecastUpload } from './dry-run-upload.ts';

/** Performs a dry run of an upload; stores nothing. */
export async function run(
  { database, tell, isGone }: ThreadEnvironment<ImportForecast>,
  task: ForecastTask,
): Promise<Forecasted> {
  const { scope } = await database();
  return forecastUpload(scope, task, { tell, isGone });
}
