import type pg from 'pg';
import type { ImportPlan } from '#contract/imports.ts';
import { FileProblem } from '#packages/tabular/tabular.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { StaleCursor } from '../../lead/operations/claimed-work.ts';
import { withEntryFilter } from '../../lead/suppression/filter-writes.ts';
import type { MappedRow } from '../../lead/values/draft.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { isDiskFull } from '../../platform/db/transaction.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { refreshGridRows } from './grid/session/refresh-rows.ts';
import { loadHeldNames } from './mapping/mapper-input.ts';
import { inferColumnTypes, planMapper } from './mapping/plan-mapper.ts';
import { readingOfImport, rowsLeftBy } from './record/fixed-reads.ts';
import { findUnfinishedImport, type ImportWork } from './record/reads.ts';
import { endImport, keepColumnTypes, takeImport } from './record/writes.ts';
import { correctedRows } from './rows/corrected-rows.ts';
import { chosenRows } from './rows/edited-table.ts';
import { openUpload } from './rows/open-upload.ts';
import { BATCH_ROWS, collectedBatches, rowsAtOnce } from './rows/prepare-batches.ts';
import { writeBatches } from './write/write-batches.ts';

type RowMapper = ReturnType<typeof planMapper>;

/**
 * `elsewhere`: another worker holds the import's lock. `no_space`: the database's disk is full; a return value rather
 * than an error, because errors lose their code when they cross threads.
 */
export type ImportOutcome = 'finished' | 'elsewhere' | 'no_space';

/**
 * Runs an import from the end of its last committed batch until it has finished or its file turns out to be unreadable.
 * Safe to call repeatedly and from several workers. Commits `batchRows` rows at a time.
 * @throws database errors; the current batch then stores nothing
 */
export async function runImport(
  pool: pg.Pool,
  scope: OrganizationScope,
  importId: string,
  { batchRows = BATCH_ROWS } = {},
): Promise<ImportOutcome> {
  try {
    const outcome = await withAdvisoryLock(pool, `import:${importId}`, async (session) => {
      const work = await scope.transaction(async (tx) => {
        await takeImport(tx, importId);
        return findUnfinishedImport(tx, importId);
      });
      if (work !== null) await finish(session, scope, work, batchRows);
    });
    return outcome === 'locked' ? 'elsewhere' : 'finished';
  } catch (error) {
    if (isDiskFull(error)) return 'no_space';
    throw error;
  }
}

async function finish(
  session: pg.ClientBase,
  scope: OrganizationScope,
  work: ImportWork,
  batchRows: number,
): Promise<void> {
  try {
    await importRows(session, scope, work, batchRows);
    await showRefusedRows(scope, work);
    await scope.transaction((tx) => endImport(tx, importEndOf(work, null)));
  } catch (error) {
    if (error instanceof StaleCursor) return;
    if (!(error instanceof FileProblem)) throw error;
    await scope.transaction((tx) => endImport(tx, importEndOf(work, error.message)));
  }
}

/** Shows in the grid why rows didn't update their leads. */
async function showRefusedRows(
  scope: OrganizationScope,
  { id, uploadId, plan, format, chosenRows, chosenLeads }: ImportWork,
): Promise<void> {
  if (chosenRows === null || chosenLeads === null) return;
  const refused = await scope.transaction((tx) => rowsLeftBy(tx, id, chosenRows));
  const reading = readingOfImport({ options: plan.options, format });
  await refreshGridRows(scope, { uploadId, reading }, refused);
}

/** Assigns new leads without an owner to the plan's owners in turn, by row number, so that a resumed import continues alike. */
function withOwners(map: RowMapper, { options: { owners }, importMode: { mode } }: ImportPlan): RowMapper {
  if (owners.length === 0 || mode === 'update') return map;
  const owned = (row: MappedRow): MappedRow => {
    row.draft.ownerId ??= owners[row.number % owners.length];
    return row;
  };
  return (row) => {
    const mapped = map(row);
    const { asNew } = mapped;
    return mode === 'create' ? owned(mapped) : { ...mapped, ...(asNew && { asNew: () => owned(asNew()) }) };
  };
}

/** Returns the end of an import as it is recorded. */
export function importEndOf(work: ImportWork, failure: string | null): Parameters<typeof endImport>[1] {
  return {
    importId: work.id,
    worker: work.worker,
    filename: work.filename,
    startedAt: work.startedAt,
    actor: { id: work.createdBy, username: work.createdByName },
    origin: work.ipAddress === null ? null : { ipAddress: work.ipAddress, userAgent: work.userAgent },
    failure,
  };
}

async function importRows(
  session: pg.ClientBase,
  scope: OrganizationScope,
  work: ImportWork,
  batchRows: number,
): Promise<void> {
  const file = await openUpload(scope, work);
  const chosen = work.chosenRows === null ? file : chosenRows(file, work.chosenRows);
  const table = work.chosenLeads === null ? chosen : correctedRows(chosen, scope, work);
  const planned = {
    ...work,
    columns: table.columns,
    customFields: await scope.transaction(loadCustomFields),
    ...(await scope.transaction(loadHeldNames)),
    date1904: table.format.date1904 ?? false,
  };
  const columnTypes = work.columnTypes ?? (await inferColumnTypes(planned, table.source));
  if (work.columnTypes === null) await scope.transaction((tx) => keepColumnTypes(tx, work.id, columnTypes));
  const size = rowsAtOnce(work.plan, batchRows);
  const map = withOwners(planMapper(planned, columnTypes), work.plan);
  await withEntryFilter(scope, work.totalRows - work.processed, () =>
    writeBatches(session, scope, work, (collector) =>
      collectedBatches(table, work.processed, map, collector, size),
    ),
  );
}

/** `runImport` in a thread. */
export default async function runInThread(
  { database }: ThreadEnvironment,
  importId: string,
): Promise<ImportOutcome> {
  const { pool, scope } = await database();
  return runImport(pool, scope, importId);
}
