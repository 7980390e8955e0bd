import type { OrganizationScope } from '../../../../platform/db/scope.ts';
import { lockUpload } from '../../../../platform/uploads/reads.ts';
import { findGrid } from '../statements/grid-reads.ts';
import { GridSession, gridMapper, isFilled } from './grid-session.ts';

/** Settles and counts all rows of a grid of new leads that an edit left uncounted. */
export async function recountGrid(scope: OrganizationScope, uploadId: string): Promise<void> {
  await scope.transaction(async (tx) => {
    await lockUpload(tx, uploadId);
    const grid = await findGrid(tx, uploadId);
    if (!isFilled(grid) || grid.isCounted || grid.plan.importMode.mode !== 'create') return;
    const session = new GridSession(tx, grid, await gridMapper(tx, grid));
    await session.recount();
    await session.save();
  });
}
