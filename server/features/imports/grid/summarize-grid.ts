import type { ImportGrid } from '#contract/import-fixing.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { findUpload } from '../../../platform/uploads/reads.ts';
import { lastImportOf, lastPlanOf } from '../record/fixed-reads.ts';
import { editedSinceImport, fixedRows } from '../record/fixed-rows.ts';
import { countLeadsToUpdate } from '../record/stored-row-writes.ts';
import { stepReply } from './changes/change-grid.ts';
import { ProblemList } from './rows/problem-list.ts';
import { type FilledGrid, isFilled } from './session/grid-session.ts';
import { findGrid, lastStepOf, type StoredGrid } from './statements/grid-reads.ts';
import { countProblems, type GridCounts } from './statements/page-reads.ts';

/** Only a crafted file has more. */
const MAX_REASONS = 500;

/** @throws HttpError not_found */
export async function summarizeGrid(
  tx: TenantTransaction,
  uploadId: string,
  userId: string,
): Promise<ImportGrid> {
  const upload = await findUpload(tx, uploadId);
  if (upload === null) throw noSuchUpload();
  const grid = await findGrid(tx, uploadId);
  const lastImport = await findLastImport(tx, uploadId, grid);
  const file = { filename: upload.filename, lastImport };
  if (isFilled(grid)) return { ...(await filledSummary(tx, grid, userId)), ...file };
  return { ...emptySummary(grid), plan: await lastPlanOf(tx, uploadId), ...file };
}

type GridSummary = Omit<ImportGrid, 'filename' | 'lastImport'>;

async function findLastImport(
  tx: TenantTransaction,
  uploadId: string,
  grid: StoredGrid | null,
): Promise<ImportGrid['lastImport']> {
  const last = await lastImportOf(tx, uploadId);
  if (last === null) return null;
  if (!isFilled(grid)) return { ...last, ...(await editedSinceImport(tx, last.importId)) };
  const fixedSince = (await fixedRows(tx, grid))?.length ?? null;
  const leadsToUpdate = fixedSince === null ? null : await countLeadsToUpdate(tx, grid);
  return { ...last, fixedSince, leadsToUpdate };
}

async function filledSummary(tx: TenantTransaction, grid: FilledGrid, userId: string): Promise<GridSummary> {
  const undoable = await lastStepOf(tx, grid, userId);
  const counts = await countProblems(tx, grid);
  const { openRows, editedRows, editedCells } = counts;
  return {
    state: 'ready',
    plan: grid.plan,
    columns: grid.columns,
    checkedAt: grid.checkedAt?.toISOString() ?? null,
    revision: grid.revision,
    totals: grid.totals,
    isCounted: grid.isCounted,
    reasons: reasonsOf(grid, counts),
    openRows,
    editedRows,
    editedCells,
    droppedRows: grid.totals.dropped,
    undoable: undoable && stepReply(undoable),
  };
}

/** @throws HttpError not_found, or conflict when it was not filled yet */
export async function readableGrid(tx: TenantTransaction, uploadId: string): Promise<FilledGrid> {
  const grid = await findGrid(tx, uploadId);
  if (isFilled(grid)) return grid;
  if ((await findUpload(tx, uploadId)) === null) throw noSuchUpload();
  throw new HttpError('conflict', 'Check the whole file first');
}

/** Returns the error for an upload that the organization doesn't have. */
export function noSuchUpload(): HttpError {
  return new HttpError('not_found', 'Upload not found. It may have expired; upload the file again.', {
    field: 'uploadId',
  });
}

function reasonsOf(grid: FilledGrid, { problems }: GridCounts): ImportGrid['reasons'] {
  const list = new ProblemList(grid.problems);
  return problems
    .toSorted((one, other) => other.rows - one.rows)
    .flatMap(({ tag, rows }) => {
      const problem = list.at(tag);
      if (problem === undefined) return [];
      const { code, column, severity, message } = problem;
      return [{ code, column, severity, message, rows }];
    })
    .slice(0, MAX_REASONS);
}

function emptySummary(grid: StoredGrid | null): Omit<GridSummary, 'plan'> {
  return {
    state: grid?.isChecking ? 'checking' : 'none',
    columns: [],
    checkedAt: null,
    revision: grid?.revision ?? 0,
    totals: null,
    isCounted: true,
    reasons: [],
    openRows: 0,
    editedRows: 0,
    editedCells: 0,
    droppedRows: 0,
    undoable: null,
  };
}
