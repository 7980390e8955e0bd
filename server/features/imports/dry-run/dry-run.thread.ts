import type { DryRunResult } from '#contract/import-dry-run.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { type DryRunOutcome, type DryRunTask, dryRunUpload } from './dry-run-upload.ts';

/** Performs a dry run of an upload; stores nothing. */
export default async function run(
  { database, report }: ThreadEnvironment<DryRunResult>,
  task: DryRunTask,
): Promise<DryRunOutcome> {
  const { scope } = await database();
  return dryRunUpload(scope, task, report);
}
