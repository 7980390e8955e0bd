import type { ImportForecast } from '#contract/import-forecast.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { FileFormat } from '#packages/tabular/tabular.ts';
import { FileProblem } from '#packages/tabular/tabular.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { planMapper, surveyTable } from '../mapping/plan-mapper.ts';
import { openUpload } from '../rows/open-upload.ts';
import { BATCH_ROWS, gatheredBatches, RowList, rowsAtOnce } from '../rows/prepare-batches.ts';
import { judgeCreates } from './validate-creates.ts';
import { judgeUpdates } from './validate-updates.ts';

/** The upload to forecast the import of. Plain data, so that it can go to a thread. */
export interface ForecastTask {
  uploadId: string;
  filename: string;
  /** Bytes. */
  size: number;
  format: FileFormat;
  columns: string[];
  totalRows: number;
  plan: ImportPlan;
}

/** A file problem crosses threads as data: an error class does not survive the way. */
export type Forecasted = { ok: true; forecast: ImportForecast } | { ok: false; message: string };

/** Who waits for a forecast. */
export interface ForecastWatcher {
  /** Called after each batch with the counts so far, which go on changing. */
  tell(forecast: ImportForecast): void;
  /** Whether nobody waits any more; asked before each part of the file and each question to the database. */
  isGone(): boolean;
}

/** Nobody waits for the forecast any more. */
class Abandoned extends Error {}

/**
 * Finds out what an import of an upload would do, through the same code as the import: the counts are those of the import
 * if nothing changes in between. Stores nothing.
 * @throws Abandoned when the watcher is gone, and what the database throws
 */
export async function forecastUpload(
  scope: OrganizationScope,
  task: ForecastTask,
  watcher: ForecastWatcher,
  { batchRows = BATCH_ROWS } = {},
): Promise<Forecasted> {
  try {
    return { ok: true, forecast: await forecastRows(watched(scope, watcher), task, watcher, batchRows) };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, message: error.message };
    throw error;
  }
}

async function forecastRows(
  scope: OrganizationScope,
  task: ForecastTask,
  watcher: ForecastWatcher,
  batchRows: number,
): Promise<ImportForecast> {
  const { plan } = task;
  const table = await openUpload(scope, task);
  const customFields = await scope.transaction(loadCustomFields);
  const planned = { ...task, customFields, date1904: table.format.date1904 ?? false };
  const map = planMapper(planned, await surveyTable(planned, table));
  const file = {
    totalRows: task.totalRows,
    batches: () => gatheredBatches(table, 0, map, new RowList(), rowsAtOnce(plan, batchRows)),
    tell: (forecast: ImportForecast) => watcher.tell(forecast),
  };
  if (plan.importMode.mode === 'create') return judgeCreates(scope, file);
  return judgeUpdates(
    scope,
    { matchField: plan.importMode.matchField, policy: plan.options.updatePolicy },
    file,
  );
}

/** The scope, as long as somebody waits: the file and the leads are both read through it. */
function watched(scope: OrganizationScope, { isGone }: ForecastWatcher): OrganizationScope {
  const transaction: OrganizationScope['transaction'] = async (work, last) => {
    if (isGone()) throw new Abandoned();
    return scope.transaction(work, last);
  };
  return { ...scope, transaction };
}
