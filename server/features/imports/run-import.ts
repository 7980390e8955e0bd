import type pg from 'pg';
import { FileProblem } from '#packages/tabular/tabular.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { isDiskFull } from '../../platform/db/transaction.ts';
import { withAdvisoryLock } from '../../platform/jobs/advisory-lock.ts';
import { planMapper, surveyTable } from './mapping/plan-mapper.ts';
import { findUnfinishedImport, type ImportWork } from './record/reads.ts';
import { endImport, keepSurvey } from './record/writes.ts';
import { openUpload } from './rows/open-upload.ts';
import { BATCH_ROWS, gatheredBatches, rowsAtOnce } from './rows/prepare-batches.ts';
import { Overtaken } from './write/record-batch.ts';
import { writeBatches } from './write/write-batches.ts';

/**
 * `elsewhere`: another worker has it; it is not this one's to finish. `no_space`: the database's disk is full; an outcome
 * and no error, for an error that comes out of a thread has lost its code.
 */
export type ImportOutcome = 'finished' | 'elsewhere' | 'no_space';

/**
 * Works on an import from where its last committed batch ended until it is finished or its file turns out
 * unreadable. May be called any number of times, by any number of workers. `batchRows` rows are committed together.
 * @throws what the database throws; nothing of the batch at hand is stored then
 */
export async function runImport(
  pool: pg.Pool,
  scope: OrganizationScope,
  importId: string,
  { batchRows = BATCH_ROWS } = {},
): Promise<ImportOutcome> {
  try {
    const outcome = await withAdvisoryLock(pool, `import:${importId}`, async () => {
      const work = await scope.transaction((tx) => findUnfinishedImport(tx, importId));
      if (work !== null) await finish(pool, scope, work, batchRows);
    });
    return outcome === 'locked' ? 'elsewhere' : 'finished';
  } catch (error) {
    if (isDiskFull(error)) return 'no_space';
    throw error;
  }
}

async function finish(
  pool: pg.Pool,
  scope: OrganizationScope,
  work: ImportWork,
  batchRows: number,
): Promise<void> {
  try {
    await importRows(pool, scope, work, batchRows);
    await scope.transaction((tx) => endImport(tx, endOf(work, null)));
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (!(error instanceof FileProblem)) throw error;
    await scope.transaction((tx) => endImport(tx, endOf(work, error.message)));
  }
}

/** The end of an import as it is recorded. */
export function endOf(work: ImportWork, failure: string | null): Parameters<typeof endImport>[1] {
  return {
    importId: work.id,
    filename: work.filename,
    startedAt: work.startedAt,
    actor: { id: work.createdBy, username: work.createdByName },
    failure,
  };
}

async function importRows(
  pool: pg.Pool,
  scope: OrganizationScope,
  work: ImportWork,
  batchRows: number,
): Promise<void> {
  const table = await openUpload(scope, work);
  const customFields = await scope.transaction(loadCustomFields);
  const planned = { ...work, customFields, date1904: table.format.date1904 ?? false };
  const survey = work.survey ?? (await surveyTable(planned, table));
  if (work.survey === null) await scope.transaction((tx) => keepSurvey(tx, work.id, survey));
  const size = rowsAtOnce(work.plan, batchRows);
  const map = planMapper(planned, survey);
  await writeBatches(pool, scope, work, (gatherer) =>
    gatheredBatches(table, work.processed, map, gatherer, size),
  );
}
