import type { ValueMaps } from '#contract/import-value-maps.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { checkOwners } from '../../lead/owners/owner-reads.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { lockUpload, type StoredUpload } from '../../platform/uploads/reads.ts';
import { endDraft } from './drafts/writes.ts';
import { type ChosenRows, checkPlan, type FormPlan } from './plan/plan.ts';
import { plannedReading, settledPlan } from './plan/planned-upload.ts';
import { saveMapping } from './plan/saved-mapping-writes.ts';
import { type EditKey, editReading } from './record/edit-reading.ts';
import { endedImportsOf } from './record/fixed-reads.ts';
import { fixedRows } from './record/fixed-rows.ts';
import { rowsToUpdate } from './record/stored-row-writes.ts';
import { createImport, importOfAttempt, type NewImport } from './record/writes.ts';
import { correctionPlan } from './rows/corrected-rows.ts';
import { saveAnswers } from './values/answer-writes.ts';
import { withSavedMaps } from './values/saved-maps.ts';

/** The plan of an import to start, and which attempt it is. */
interface Start extends FormPlan {
  /** Number of the upload's import, counted from 1. Without it, each call starts a new import. */
  attempt?: number | undefined;
  rows?: ChosenRows;
}

/**
 * Starts an import of an upload as a background job. An attempt that has already been started is not started again,
 * however often and from any client.
 * @returns the import's id
 * @throws HttpError invalid_input when the plan doesn't fit the file
 */
export async function startImport(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  editor: Editor,
  upload: StoredUpload,
  { plan, isConfirmed, attempt, rows = 'all' }: Start,
): Promise<string> {
  const reading = await plannedReading(context, scope, upload, plan);
  return scope.transaction(async (tx) => {
    const begun = attempt === undefined ? null : await importOfAttempt(tx, upload.id, attempt);
    return begun ?? createPlannedImport(tx, reading, { plan, isConfirmed, editor, rows });
  });
}

/** An import to create. */
interface PlannedImport extends Pick<Start, 'plan' | 'isConfirmed' | 'rows'> {
  editor: Editor;
  /** Value maps of the import, if they are settled already and nothing of the plan's own is to be remembered. */
  settledMaps?: ValueMaps;
}

/**
 * Creates the import of an upload, which reads as the plan says, and remembers the user's choices for the next file.
 * @returns the import's id
 * @throws HttpError invalid_input when the plan doesn't fit the file
 */
export async function createPlannedImport(
  tx: TenantTransaction,
  reading: StoredUpload,
  { plan, isConfirmed, editor, rows = 'all', settledMaps }: PlannedImport,
): Promise<string> {
  const { id: uploadId, filename, columns, totalRows } = reading;
  const customFields = await loadCustomFields(tx);
  checkPlan(plan, columns, customFields);
  await checkOwners(tx, plan.options.owners, 'options.owners');
  const key = { uploadId, reading: editReading(reading.format) };
  const valued = settledMaps
    ? { ...plan, valueMaps: settledMaps }
    : await withSavedMaps(tx, plan, customFields);
  const settled = settledPlan(valued, reading);
  const created = { uploadId, filename, columns, totalRows, editor };
  if (rows === 'stored') {
    const stored = await storedRowsToUpdate(tx, key);
    return createImport(tx, { ...created, plan: correctionPlan(settled, columns), ...stored });
  }
  // Generated names say nothing about the next file without a header.
  if (reading.format.headerRow > 0) await saveMapping(tx, columns, plan, isConfirmed);
  if (settledMaps === undefined) await saveAnswers(tx, plan, customFields);
  const again = rows === 'all' ? {} : await rowsToImportAgain(tx, key);
  const importId = await createImport(tx, { ...created, plan: settled, ...again });
  // After the upload is locked, in the order of those who change the grid of a draft.
  await endDraft(tx, uploadId);
  return importId;
}

/** Rows of an import that doesn't read all of its file. */
type RowsOfImport = Pick<NewImport, 'totalRows' | 'chosenRows' | 'chosenLeads'>;

/** @throws HttpError conflict when there is nothing to update */
async function storedRowsToUpdate(tx: TenantTransaction, key: EditKey): Promise<RowsOfImport> {
  await lockUpload(tx, key.uploadId);
  if ((await endedImportsOf(tx, key.uploadId)) === null)
    throw new HttpError('conflict', 'This file is being imported');
  const rows = await rowsToUpdate(tx, key);
  if (rows.length === 0) throw nothingEdited();
  return {
    totalRows: rows.length,
    chosenRows: rows.map(({ row }) => row),
    chosenLeads: rows.map(({ leadId }) => leadId),
  };
}

/** @throws HttpError conflict when there is nothing to import */
async function rowsToImportAgain(tx: TenantTransaction, key: EditKey): Promise<RowsOfImport> {
  await lockUpload(tx, key.uploadId);
  const rows = await fixedRows(tx, key);
  if (rows === null || rows.length === 0) throw nothingEdited();
  return { totalRows: rows.length, chosenRows: rows };
}

function nothingEdited(): HttpError {
  return new HttpError('conflict', 'No rows have been edited since this file was last imported');
}
