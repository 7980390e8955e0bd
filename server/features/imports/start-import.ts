import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import type { StoredUpload } from '../../platform/uploads/reads.ts';
import { endDraft } from './drafts/writes.ts';
import { checkPlan, type FormPlan } from './plan/plan.ts';
import { plannedReading, settledPlan } from './plan/plan-reading.ts';
import { saveMapping } from './plan/saved-mapping-writes.ts';
import { type EditKey, editReading } from './record/edit-reading.ts';
import { mendedRows } from './record/mended-rows.ts';
import { createImport, importOfAttempt } from './record/writes.ts';
import { saveAnswers } from './values/answer-writes.ts';

/** The plan of an import to start, and which attempt it is. */
interface Start extends FormPlan {
  /** Number of the upload's import, counted from 1. Without it, each call starts a new import. */
  attempt?: number | undefined;
  /** `mended`: only the rows that earlier imports left and that were edited since. */
  rows?: 'all' | 'mended';
}

/**
 * Starts an import of an upload as a background job. An attempt that has already been started is not started again,
 * however often and from whichever client the request arrives.
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
  const { columns, totalRows } = reading;
  return scope.transaction(async (tx) => {
    const begun = attempt === undefined ? null : await importOfAttempt(tx, upload.id, attempt);
    if (begun !== null) return begun;
    const customFields = await loadCustomFields(tx);
    checkPlan(plan, columns, customFields);
    // Generated names say nothing about the next file without a header.
    if (reading.format.headerRow > 0) await saveMapping(tx, columns, plan, isConfirmed);
    await saveAnswers(tx, plan, customFields);
    const key = { uploadId: upload.id, reading: editReading(reading.format) };
    const chosenRows = rows === 'all' ? null : await rowsToImportAgain(tx, key);
    const importId = await createImport(tx, {
      uploadId: upload.id,
      filename: upload.filename,
      columns,
      totalRows: chosenRows?.length ?? totalRows,
      plan: settledPlan(plan, reading),
      editor,
      chosenRows,
    });
    // After the upload is locked, in the order of those who change the grid of a draft.
    await endDraft(tx, upload.id);
    return importId;
  });
}

/** @throws HttpError conflict when there is nothing to import */
async function rowsToImportAgain(tx: TenantTransaction, key: EditKey): Promise<number[]> {
  const rows = await mendedRows(tx, key);
  if (rows !== null && rows.length > 0) return rows;
  throw new HttpError('conflict', 'No row was edited since the last import of this file');
}
