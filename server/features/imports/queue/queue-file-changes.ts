import type { ValueMaps } from '#contract/import-value-maps.ts';
import type { ImportOptions } from '#contract/imports.ts';
import type { OpenedFile } from '#contract/queued-files.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { isColumnName } from '../../../lead/mapping/column-names.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { readingOf } from '../../../platform/uploads/reading-of.ts';
import { plannedReading, uploadOf } from '../plan/planned-upload.ts';
import { describeUpload } from '../uploads/describe-upload.ts';
import { saveAnswers } from '../values/answer-writes.ts';
import { settleOpenValues } from './count-queued-values.ts';
import { automaticPlan, carriedPlan } from './queue-plan.ts';
import { findQueuedFile, findStoredFile } from './queue-reads.ts';
import { setQueuedPlan } from './queue-value-writes.ts';
import { valueColumnsOf } from './queue-values.ts';
import { advanceSoon, queueTransaction, setQueuedReading, settleSample } from './queue-writes.ts';
import type { StoredQueueFile } from './queued-file.ts';

/** How a file is to be read; null for what was detected. */
type ReadingOptions = Pick<ImportOptions, 'sheet' | 'encoding' | 'delimiter' | 'headerRow'>;

/**
 * An uploaded file of the queue as its plan reads it.
 * @throws HttpError not_found, or conflict when it has not been uploaded
 */
export async function openQueuedFile(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  userId: string,
  id: string,
  signal?: AbortSignal,
): Promise<OpenedFile> {
  const { file, stored } = await scope.transaction(async (tx) => ({
    stored: await findStoredFile(tx, userId, id),
    file: await findQueuedFile(tx, userId, id),
  }));
  const { uploadId, plan } = uploadedOf(stored);
  const upload = await uploadOf(scope, uploadId);
  const reading = await plannedReading(context, scope, upload, plan, signal);
  return { file, upload: await describeUpload(scope, reading), plan };
}

/**
 * Reads a file of the queue another way. Columns found again keep their mapping, which is to be confirmed again.
 * @throws HttpError invalid_input when the file can't be read that way, or conflict when its import has started
 */
export async function changeQueuedReading(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  userId: string,
  id: string,
  { choice, signal }: { choice: ReadingOptions; signal: AbortSignal },
): Promise<void> {
  const stored = await scope.transaction((tx) => findStoredFile(tx, userId, id));
  const { uploadId } = changeableOf(stored);
  const upload = await uploadOf(scope, uploadId);
  const reading = await readingOf(context, scope, upload, { choice, knowsColumnName: isColumnName, signal });
  const automatic = automaticPlan(await describeUpload(scope, reading));
  await queueTransaction(scope, userId, async (tx) => {
    const { plan: before } = changeableOf(await findStoredFile(tx, userId, id, { lock: true }));
    const { columns, totalRows } = reading;
    const carried = carriedPlan(before, automatic, columns);
    const plan = { ...carried, options: { ...before.options, ...choice } };
    const hasValues = valueColumnsOf(plan, columns, await loadCustomFields(tx)).length > 0;
    await setQueuedReading(tx, userId, id, { columns, totalRows, plan, hasValues });
    await settleSample(tx, userId);
  });
}

/**
 * Stores what values of a file become, and remembers it for others.
 * @throws HttpError invalid_input naming a column without values to map, or conflict when the import has started
 */
export function answerFileValues(
  scope: OrganizationScope,
  userId: string,
  id: string,
  valueMaps: ValueMaps,
): Promise<void> {
  return queueTransaction(scope, userId, async (tx) => {
    const stored = await findStoredFile(tx, userId, id, { lock: true });
    const { plan, columns } = changeableOf(stored);
    const customFields = await loadCustomFields(tx);
    const known = new Set(valueColumnsOf(plan, columns, customFields).map(({ column }) => column));
    const unknown = Object.keys(valueMaps).find((column) => !known.has(column));
    if (unknown !== undefined) {
      const message = `The file has no column "${unknown}" whose values can be mapped`;
      throw new HttpError('invalid_input', message, { field: 'valueMaps' });
    }
    await saveAnswers(tx, { ...plan, valueMaps }, customFields);
    const maps = Object.entries({ ...plan.valueMaps, ...valueMaps }).filter(([column]) => known.has(column));
    await setQueuedPlan(tx, id, { ...plan, valueMaps: Object.fromEntries(maps) });
    await settleOpenValues(tx, userId);
    await advanceSoon(tx, userId);
  });
}

/** The parts of a file that was uploaded. */
type UploadedFile = { [K in 'uploadId' | 'plan' | 'columns']: NonNullable<StoredQueueFile[K]> };

/** @throws HttpError conflict */
function uploadedOf({ uploadId, plan, columns }: StoredQueueFile): UploadedFile {
  if (uploadId !== null && plan !== null && columns !== null) return { uploadId, plan, columns };
  throw new HttpError('conflict', 'The file has not been uploaded yet');
}

/** @throws HttpError conflict once the import has started, unless it failed and can be tried again */
function changeableOf(file: StoredQueueFile): UploadedFile {
  const isOver = file.state !== 'mapping' && file.state !== 'uploading' && file.state !== 'error';
  if (isOver) throw hasStarted();
  return uploadedOf(file);
}

export function hasStarted(): HttpError {
  return new HttpError('conflict', 'The import of this file has already started');
}
