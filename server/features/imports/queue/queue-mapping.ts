import type { ImportPlan } from '#contract/imports.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { Editor } from '../../../platform/http/actor.ts';
import { checkPlan } from '../plan/plan.ts';
import { uploadOf } from '../plan/planned-upload.ts';
import { columnsKey, type SavedMapping } from '../plan/saved-mapping.ts';
import { describeUpload } from '../uploads/describe-upload.ts';
import { type ChosenMapping, findChosenMapping, findWaitingFiles } from './queue-mapping-reads.ts';
import { automaticPlan, carriedPlan, matchMapping, queuedImportPlan } from './queue-plan.ts';
import { findQueueSettings, findStoredFile, isUploadQueued } from './queue-reads.ts';
import { attachUpload } from './queue-sending-writes.ts';
import { settleSample } from './queue-settings-writes.ts';
import { lockQueue, setQueuedMappings } from './queue-writes.ts';

/**
 * Adds the upload of an announced file to it. Does nothing when it has this upload already.
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
  await scope.transaction(async (tx) => {
    const userId = editor.actor.id;
    // Files with the same columns that arrive side by side get the same mapping.
    await lockQueue(tx, userId);
    const file = await findStoredFile(tx, userId, id, { lock: true });
    if (file.uploadId === uploadId) return;
    if (file.state !== 'uploading') throw new HttpError('conflict', 'The file has been sent already');
    if (await isUploadQueued(tx, uploadId)) {
      throw new HttpError('conflict', 'The upload is in a queue already');
    }
    const { mapping } = await findQueueSettings(tx, userId);
    const chosen = await findChosenMapping(tx, userId, columnsKey(upload.columns));
    const plan = planOfNewFile(automatic, mapping === 'one' ? chosen : sameColumns(chosen), upload.columns);
    const same = chosen?.sameColumns === true;
    await attachUpload(tx, id, {
      upload,
      plan,
      chosen: same,
      confirmed: same && chosen.confirmed,
      earlierImportId: described.importedBefore[0]?.importId ?? null,
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
 * Gives files that wait a mapping, found in each by column name, and lets them start if it is confirmed. A file that has
 * none of the columns keeps its mapping and waits.
 * @throws HttpError not_found when none of the files waits, or invalid_input when the mapping can't be used
 */
export function mapWaitingFiles(
  scope: OrganizationScope,
  userId: string,
  { ids, confirm, ...mapping }: MappingChange,
): Promise<void> {
  return scope.transaction(async (tx) => {
    await lockQueue(tx, userId);
    const waiting = await findWaitingFiles(tx, userId, ids);
    const first = waiting.find(({ id }) => id === ids[0]) ?? waiting[0];
    if (first === undefined) throw new HttpError('not_found', 'None of these files waits in your queue');
    if (confirm) {
      const { options } = await findQueueSettings(tx, userId);
      const plan = { ...first.plan, ...matchMapping(mapping, first.columns) };
      checkPlan(queuedImportPlan(plan, options, first.columns), first.columns, await loadCustomFields(tx));
    }
    const files = waiting.flatMap((file) => {
      const { missing, ...found } = matchMapping(mapping, file.columns);
      const isEmpty = Object.keys(found.fieldMapping).length === 0 && found.nameSplitConfig === null;
      return isEmpty && file !== first ? [] : [{ ...file, plan: { ...file.plan, ...found }, missing }];
    });
    await setQueuedMappings(tx, userId, files, confirm);
    await settleSample(tx, userId);
  });
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
  if (!chosen.sameColumns) return carriedPlan(chosen.plan, automatic, columns);
  const { fieldMapping, nameSplitConfig } = matchMapping(chosen.plan, columns);
  return { ...chosen.plan, fieldMapping, nameSplitConfig };
}
