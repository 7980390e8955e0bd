import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { changeGrid } from './changes/change-grid.ts';
import type { GridTaskResult, GridWork } from './changes/grid-task.ts';
import { recountGrid } from './session/recount-grid.ts';

/** Null after a recount. */
export default async function run(
  { database, report }: ThreadEnvironment<number>,
  work: GridWork,
): Promise<GridTaskResult | null> {
  const { scope } = await database();
  if (work.kind === 'change') return changeGrid(scope, work.task, { tell: report, whole: true });
  await recountGrid(scope, work.uploadId);
  return null;
}
