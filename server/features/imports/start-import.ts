import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import type { StoredUpload } from '../../platform/uploads/reads.ts';
import { sheetOf } from '../../platform/uploads/sheet-of.ts';
import { checkPlan, type FormPlan } from './plan/plan.ts';
import { saveMapping } from './plan/saved-mapping-writes.ts';
import { mendedRows } from './record/mended-rows.ts';
import { createImport, importOfAttempt } from './record/writes.ts';

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
  const { columns, totalRows } = await sheetOf(context, scope, upload, {
    sheet: plan.options.sheet,
    field: 'options.sheet',
  });
  return scope.transaction(async (tx) => {
    const begun = attempt === undefined ? null : await importOfAttempt(tx, upload.id, attempt);
    if (begun !== null) return begun;
    checkPlan(plan, columns, await loadCustomFields(tx));
    await saveMapping(tx, columns, plan, isConfirmed);
    const chosenRows = rows === 'all' ? null : await rowsToImportAgain(tx, upload.id);
    return createImport(tx, {
      uploadId: upload.id,
      filename: upload.filename,
      columns,
      totalRows: chosenRows?.length ?? totalRows,
      plan,
      editor,
      chosenRows,
    });
  });
}

/** @throws HttpError conflict when there is nothing to import */
async function rowsToImportAgain(tx: TenantTransaction, uploadId: string): Promise<number[]> {
  const rows = await mendedRows(tx, uploadId);
  if (rows !== null && rows.length > 0) return rows;
  throw new HttpError('conflict', 'No row was edited since the last import of this file');
}
