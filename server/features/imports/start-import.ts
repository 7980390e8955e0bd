import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import type { StoredUpload } from '../../platform/uploads/reads.ts';
import { sheetOf } from '../../platform/uploads/sheet-of.ts';
import { checkPlan, type FormPlan } from './plan/plan.ts';
import { rememberPlan } from './plan/saved-mapping-writes.ts';
import { createImport, importOfAttempt } from './record/writes.ts';

/** What is to be imported, and how. */
interface Start extends FormPlan {
  /** Which import of the upload this is, counted from 1. Without it, each start is a new one. */
  attempt?: number | undefined;
}

/**
 * Begins an import of an upload: from here on it is a job, whoever watches. An attempt that was begun before is not
 * begun again, however often and from wherever it is asked for.
 * @returns its id
 * @throws Refusal invalid_input when the plan does not fit the file
 */
export async function startImport(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  actor: { id: string; username: string },
  upload: StoredUpload,
  { plan, isConfirmed, attempt }: Start,
): Promise<string> {
  const { columns, totalRows } = await sheetOf(context, scope, upload, {
    sheet: plan.options.sheet,
    field: 'options.sheet',
  });
  return scope.transaction(async (tx) => {
    const begun = attempt === undefined ? null : await importOfAttempt(tx, upload.id, attempt);
    if (begun !== null) return begun;
    checkPlan(plan, columns, await loadCustomFields(tx));
    await rememberPlan(tx, columns, plan, isConfirmed);
    return createImport(tx, {
      uploadId: upload.id,
      filename: upload.filename,
      columns,
      totalRows,
      plan,
      actor,
    });
  });
}
