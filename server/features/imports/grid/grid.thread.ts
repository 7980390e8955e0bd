import type { OrganizationScope } from '../../../platform/db/scope.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { lockUpload } from '../../../platform/uploads/reads.ts';
import { changeGrid } from './changes/change-grid.ts';
import type { GridTaskResult, GridWork } from './changes/grid-task.ts';
import { GridSession, gridMapper, isFilled } from './session/grid-session.ts';
import { findGrid } from './statements/grid-reads.ts';

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

/** Settles and counts all rows of a grid of new leads that an edit left uncounted. */
async function recountGrid(scope: OrganizationScope, uploadId: string): Promise<void> {
  await scope.transaction(async (tx) => {
    await lockUpload(tx, uploadId);
    const grid = await findGrid(tx, uploadId);
    if (!isFilled(grid) || grid.isCounted || grid.plan.importMode.mode !== 'create') return;
    const session = new GridSession(tx, grid, await gridMapper(tx, grid));
    await session.recount();
    await session.save();
  });
}
