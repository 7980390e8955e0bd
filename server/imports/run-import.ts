import type pg from 'pg';
import { listCustomFields } from '../custom-fields/reads.ts';
import { withWorkLock } from '../jobs/work-lock.ts';
import type { OrganizationScope } from '../security/scope.ts';
import { uploadSource } from '../uploads/reads.ts';
import { FileProblem } from './pipeline/file-problem.ts';
import { createMapper } from './pipeline/map-row.ts';
import { openTable } from './pipeline/open-table.ts';
import { createSurvey, type SurveyResult, surveyedKinds } from './pipeline/survey.ts';
import type { MappedRow, Row, Table } from './pipeline/types.ts';
import { Overtaken, recordBatch } from './pipeline/write-batch.ts';
import { createLeads } from './pipeline/write-batch-create.ts';
import { updateLeads } from './pipeline/write-batch-update.ts';
import { findUnfinishedImport, type ImportWork } from './reads.ts';
import { endImport, keepSurvey } from './writes.ts';

/** `elsewhere`: another worker has it; it is not this one's to finish. */
export type ImportOutcome = 'finished' | 'elsewhere';

/** Rows that are committed together: large enough for COPY, small enough to lose little when interrupted. */
const BATCH_ROWS = 5_000;

/**
 * Works on an import from where its last committed batch ended until it is finished or its file turns out
 * unreadable. May be called any number of times, by any number of workers.
 * @throws what the database throws; nothing of the batch at hand is stored then
 */
export async function runImport(
  pool: pg.Pool,
  scope: OrganizationScope,
  importId: string,
): Promise<ImportOutcome> {
  const outcome = await withWorkLock(pool, `import:${importId}`, async () => {
    const work = await scope.transaction((tx) => findUnfinishedImport(tx, importId));
    if (work !== null) await finish(scope, work);
  });
  return outcome === 'locked' ? 'elsewhere' : 'finished';
}

async function finish(scope: OrganizationScope, work: ImportWork): Promise<void> {
  try {
    await importRows(scope, work);
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

async function importRows(scope: OrganizationScope, work: ImportWork): Promise<void> {
  const table = await openUpload(scope, work);
  const survey = work.survey ?? (await surveyTable(scope, work, table));
  const map = await mapperFor(scope, work, survey);
  let from = work.processed;
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const rows of batchesFrom(table, work.processed)) {
      // Mapped here while the database is busy with the batch before.
      const mapped = rows.map(map);
      await writing;
      writing = writeBatch(scope, work, from, mapped);
      // Awaited in the next round; a failure must not count as unhandled until then.
      writing.catch(() => undefined);
      from += rows.length;
    }
  } finally {
    // Whatever broke off the reading, what was read before it is committed: no batch outlives its worker's lock.
    await writing;
  }
}

async function openUpload(scope: OrganizationScope, work: ImportWork): Promise<Table> {
  if (work.size === null) throw new FileProblem('broken', 'The uploaded file is no longer there');
  const { sheet } = work.plan.options;
  return openTable(uploadSource(scope, work.uploadId, work.size), {
    filename: work.filename,
    columns: work.columns,
    ...(sheet !== null && { sheet }),
  });
}

/** The rows after the first `skip`, in batches. */
async function* batchesFrom(table: Table, skip: number): AsyncGenerator<Row[]> {
  let left = skip;
  let batch: Row[] = [];
  for await (const rows of table.batches()) {
    const taken = left >= rows.length ? [] : rows.slice(left);
    left -= Math.min(left, rows.length);
    batch.push(...taken);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
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

function writeBatch(
  scope: OrganizationScope,
  work: ImportWork,
  from: number,
  rows: MappedRow[],
): Promise<void> {
  const { importMode, options } = work.plan;
  return scope.transaction(async (tx) => {
    const outcome =
      importMode.mode === 'create'
        ? await createLeads(tx, work.id, rows)
        : await updateLeads(
            tx,
            {
              importId: work.id,
              matchField: importMode.matchField,
              policy: options.updatePolicy,
              actor: { id: work.createdBy, username: work.createdByName },
            },
            rows,
          );
    await recordBatch(tx, { importId: work.id, from, rows: rows.length }, outcome);
  });
}
