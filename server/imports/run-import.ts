import type pg from 'pg';
import { listCustomFields } from '../custom-fields/reads.ts';
import { isDiskFull } from '../db/transaction.ts';
import { withWorkLock } from '../jobs/work-lock.ts';
import type { OrganizationScope } from '../security/scope.ts';
import { openUpload } from './open-upload.ts';
import { FileProblem } from './pipeline/file-problem.ts';
import { createMapper } from './pipeline/map-row.ts';
import { createSurvey, type SurveyResult, surveyedKinds } from './pipeline/survey.ts';
import type { MappedRow, Row, Table } from './pipeline/types.ts';
import { Overtaken } from './pipeline/write-batch.ts';
import { BATCH_ROWS, mappedBatches } from './prepare-batches.ts';
import { findUnfinishedImport, type ImportWork } from './reads.ts';
import { writeBatches } from './write-batches.ts';
import { endImport, keepSurvey } from './writes.ts';

/**
 * `elsewhere`: another worker has it; it is not this one's to finish. `no_space`: the database's disk is full; an outcome
 * and no error, for an error that comes out of a thread has lost its code.
 */
export type ImportOutcome = 'finished' | 'elsewhere' | 'no_space';

/** Values of a batch, of which four are held at a time: two being written, one ready, one being mapped. */
const BATCH_VALUES = 250_000;

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
    const outcome = await withWorkLock(pool, `import:${importId}`, async () => {
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
  const survey = work.survey ?? (await surveyTable(scope, work, table));
  const map = await mapperFor(scope, work, survey);
  const columns = Math.max(1, Object.keys(work.plan.fieldMapping).length);
  const size = Math.min(batchRows, Math.ceil(BATCH_VALUES / columns));
  await writeBatches(pool, scope, work, mappedBatches(table, work.processed, map, size));
}

async function mapperFor(
  scope: OrganizationScope,
  work: ImportWork,
  survey: SurveyResult,
): Promise<(row: Row) => MappedRow> {
  const { plan } = work;
  return createMapper({
    columns: work.columns,
    mapping: plan.fieldMapping,
    customFields: await scope.transaction(listCustomFields),
    nameSplit: plan.nameSplitConfig?.enabled ? { column: plan.nameSplitConfig.column } : null,
    ...plan.importMode,
    options: plan.options,
    manualTags: plan.manualTags,
    survey,
  });
}

async function surveyTable(scope: OrganizationScope, work: ImportWork, table: Table): Promise<SurveyResult> {
  const kinds = surveyedKinds(work.plan.fieldMapping, await scope.transaction(listCustomFields));
  const survey = createSurvey(work.columns, kinds);
  if (Object.keys(kinds).length > 0) for await (const rows of table.batches()) survey.observe(rows);
  const result = survey.result();
  await scope.transaction((tx) => keepSurvey(tx, work.id, result));
  return result;
}
