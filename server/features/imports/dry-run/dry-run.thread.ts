import type { ImportForecast } from '#contract/import-forecast.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { type Forecasted, type ForecastTask, forecastUpload } from './dry-run-upload.ts';

/** Validates an upload against a plan of its import; stores nothing. */
export async function run(
  { database, report, isGone }: ThreadEnvironment<ImportForecast>,
  task: ForecastTask,
): Promise<Forecasted> {
  const { scope } = await database();
  return forecastUpload(scope, task, { tell: report, isGone });
}
