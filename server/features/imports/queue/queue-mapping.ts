import { columnsAddedBy } from '#contract/column-tools.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { Editor } from '../../../platform/http/actor.ts';
import { checkPlan } from '../plan/plan.ts';
import { uploadOf } from '../plan/planned-upload.ts';
import { type ColumnPlan, columnsKey, fitColumns, type SavedMapping } from '../plan/saved-mapping.ts';
import { describeUpload } from '../uploads/describe-upload.ts';
import { settleOpenValues } from './count-queued-values.ts';
import { automaticPlan, carriedPlan, queuedImportPlan, samePlan } from './queue-plan.ts';
import { findQueueSettings, findStoredFile, isUploadQueued } from './queue-reads.ts';
import { attachUpload } from './queue-sending-writes.ts';
import { haveSameValues, valueColumnsOf } from './queue-values.ts';
import {
  type ChosenMapping,
  findChosenMapping,
  findWaitingFiles,
  type MappedFile,
  queueTransaction,
  setQueuedMappings,
  settleSample,
  type WaitingFile,
} from './queue-writes.ts';

/**
 * Adds its upload to an announced file, once.
 * @throws HttpError not_found, or conflict when the file was sent already or the upload belongs to another file
 */
export async function attachSentFile(
  scope: OrganizationScope,
  editor: Editor,
  id: string,
  uploadId: string,
): Promise<void> {
  const upload = await uploadOf(scope, uploadId);
  const described = await describeUpload(scope, upload);
  const automatic = automaticPlan(described);
  const userId = editor.actor.id;
  // Files with the same columns that arrive together get one mapping.
  await queueTransaction(scope, userId, async (tx) => {
    const file = await findStoredFile(tx, userId, id, { lock: true });
    if (file.uploadId === uploadId) return;
    if (file.state !== 'uploading') throw new HttpError('conflict', 'The file has already been uploaded');
    if (await isUploadQueued(tx, uploadId)) {
      throw new HttpError('conflict', 'The upload is already in a queue');
    }
    const { mapping } = await findQueueSettings(tx, userId);
    const chosen = await findChosenMapping(tx, userId, columnsKey(upload.columns));
    const plan = planOfNewFile(automatic, mapping === 'one' ? chosen : sameColumns(chosen), upload.columns);
    const same = chosen?.sameColumns === true;
    const customFields = await loadCustomFields(tx);
    await attachUpload(tx, id, {
      upload,
      plan,
      chosen: same,
      confirmed: same && chosen.confirmed,
      earlierImportId: described.importedBefore[0]?.importId ?? null,
      hasValues: valueColumnsOf(plan, upload.columns, customFields).length > 0,
      editor,
    });
    await settleSample(tx, userId);
  });
}

/** A mapping for files of the queue. */
interface MappingChange extends Pick<ImportPlan, 'fieldMapping' | 'nameSplitConfig'> {
  ids: string[];
  confirm: boolean;
}

/**
 * Gives waiting files a mapping by column name, with the tools of the first one; starts them if it is confirmed. A file with none of
 * the columns keeps its mapping and waits.
 * @throws HttpError not_found when none waits, or invalid_input for an unusable mapping
 */
export function mapWaitingFiles(
  scope: OrganizationScope,
  userId: string,
  { ids, confirm, ...mapping }: MappingChange,
): Promise<void> {
  return queueTransaction(scope, userId, async (tx) => {
    const waiting = await findWaitingFiles(tx, userId, ids);
    const first = waiting.find(({ id }) => id === ids[0]) ?? waiting[0];
    if (first === undefined) throw new HttpError('not_found', 'None of these files is waiting in your queue');
    const customFields = await loadCustomFields(tx);
    const source = changedPlan(first.plan, mapping);
    if (confirm) {
      const { options } = await findQueueSettings(tx, userId);
      const { missing: _missing, ...plan } = { ...first.plan, ...fitColumns(source, first.columns) };
      checkPlan(queuedImportPlan(plan, options, first.columns), first.columns, customFields);
    }
    const files = waiting.flatMap((file): MappedFile[] => {
      const { missing, ...found } = fitColumns(source, file.columns);
      if (file !== first && !readsColumns(found)) return [];
      const plan = { ...file.plan, ...found };
      return [{ ...file, plan, missing, values: valuesToCount(file, plan, customFields) }];
    });
    await setQueuedMappings(tx, userId, files, confirm);
    await settleOpenValues(tx, userId);
    await settleSample(tx, userId);
  });
}

/** Whether a plan imports more of its file than what its tools set in each row. */
function readsColumns({ fieldMapping, nameSplitConfig, columnTools }: ColumnPlan): boolean {
  const constants = new Set(columnTools.filter(({ tool }) => tool === 'constant').flatMap(columnsAddedBy));
  return nameSplitConfig !== null || Object.keys(fieldMapping).some((column) => !constants.has(column));
}

/** Drops the value maps of columns that feed another field now. */
function changedPlan(plan: SavedMapping, mapping: Omit<MappingChange, 'ids' | 'confirm'>): SavedMapping {
  const isKept = (column: string): boolean => plan.fieldMapping[column] === mapping.fieldMapping[column];
  const valueMaps = Object.entries(plan.valueMaps).filter(([column]) => isKept(column));
  return { ...plan, ...mapping, valueMaps: Object.fromEntries(valueMaps) };
}

function valuesToCount(
  { columns, plan: before }: WaitingFile,
  plan: SavedMapping,
  customFields: readonly { name: string; type: string }[],
): MappedFile['values'] {
  if (haveSameValues(before, plan, columns, customFields)) return 'counted';
  return valueColumnsOf(plan, columns, customFields).length === 0 ? 'none' : 'uncounted';
}

function sameColumns(chosen: ChosenMapping | null): ChosenMapping | null {
  return chosen?.sameColumns === true ? chosen : null;
}

function planOfNewFile(
  automatic: SavedMapping,
  chosen: ChosenMapping | null,
  columns: readonly string[],
): SavedMapping {
  if (chosen === null) return automatic;
  const planFor = chosen.sameColumns ? samePlan : carriedPlan;
  return planFor(chosen.plan, automatic, columns);
}
