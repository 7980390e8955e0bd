import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { findUpload } from '../../../platform/uploads/reads.ts';
import { findSheet } from '../../../platform/uploads/sheet-reads.ts';
import { checkWithGrid } from './check-with-grid.ts';
import { findGrid, lockUpload } from './grid-reads.ts';
import { type FilledGrid, GridSession, gridMapper, isFilled } from './grid-session.ts';

/**
 * Recounts a grid that an edit left uncounted. The rows of a file of new leads are settled in place; an update is
 * checked again, because its outcomes depend on the leads.
 */
export async function recountGrid(scope: OrganizationScope, uploadId: string): Promise<void> {
  const update = await scope.transaction(async (tx) => {
    await lockUpload(tx, uploadId);
    const grid = await findGrid(tx, uploadId);
    if (!isFilled(grid) || grid.isCounted) return null;
    if (grid.plan.importMode.mode !== 'create') return grid;
    const session = new GridSession(tx, grid, await gridMapper(tx, grid));
    await session.recount();
    await session.save();
    return null;
  });
  if (update !== null) await checkAgain(scope, update);
}

async function checkAgain(scope: OrganizationScope, { uploadId, plan }: FilledGrid): Promise<void> {
  const { sheet } = plan.options;
  const upload = await scope.transaction(async (tx) => {
    const found = await findUpload(tx, uploadId);
    const other = found === null || sheet === null ? null : await findSheet(tx, uploadId, sheet);
    return found && { ...found, ...other };
  });
  if (upload === null) return;
  const { id: _id, preview: _preview, previewNumbers: _numbers, ...file } = upload;
  await checkWithGrid(scope, { uploadId, ...file, plan }, () => undefined);
}
