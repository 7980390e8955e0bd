import type { ImportForecast } from '#contract/import-forecast.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { FileFormat } from '#packages/tabular/tabular.ts';
import { FileProblem } from '#packages/tabular/tabular.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { inferColumnTypes, planMapper } from '../mapping/plan-mapper.ts';
import { openUpload } from '../rows/open-upload.ts';
import { BATCH_ROWS, collectedBatches, RowList, rowsAtOnce } from '../rows/prepare-batches.ts';
import { validateCreates } from './validate-creates.ts';
import { validateUpdates } from './validate-updates.ts';

/** Upload and plan of a dry run. Plain data, so that it can be sent to a worker thread. */
export interface DryRunTask {
  uploadId: string;
  filename: string;
  /** Bytes. */
  size: number;
  format: FileFormat;
  columns: string[];
  totalRows: number;
  plan: ImportPlan;
}

/** Result of a dry run. File problems cross threads as data, because error classes don't survive structured cloning. */
export type DryRunOutcome = { ok: true; result: ImportForecast } | { ok: false; message: string };

/** Receives the running totals after each batch. The object keeps changing. */
type TellForecast = (result: ImportForecast) => void;

/**
 * Performs a dry run of an import: runs the same code as the import and returns the counts it would produce if nothing
 * changes in between. Stores nothing.
 * @throws database errors
 */
export async function dryRunUpload(
  scope: OrganizationScope,
  task: DryRunTask,
  tell: TellForecast,
  { batchRows = BATCH_ROWS } = {},
): Promise<DryRunOutcome> {
  try {
    return { ok: true, result: await dryRunRows(scope, task, tell, batchRows) };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, message: error.message };
    throw error;
  }
}

async function dryRunRows(
  scope: OrganizationScope,
  task: DryRunTask,
  tell: TellForecast,
  batchRows: number,
): Promise<ImportForecast> {
  const { plan } = task;
  const table = await openUpload(scope, task);
  const customFields = await scope.transaction(loadCustomFields);
  const planned = { ...task, customFields, date1904: table.format.date1904 ?? false };
  const map = planMapper(planned, await inferColumnTypes(planned, table.source));
  const file = {
    totalRows: task.totalRows,
    batches: () => collectedBatches(table, 0, map, new RowList(), rowsAtOnce(plan, batchRows)),
    tell,
  };
  if (plan.importMode.mode === 'create') return validateCreates(scope, file);
  return validateUpdates(
    scope,
    { matchField: plan.importMode.matchField, policy: plan.options.updatePolicy },
    file,
  );
}
