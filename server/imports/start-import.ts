import type { ImportPlan } from '#contract/imports.ts';
import type { Context } from '../context.ts';
import { listCustomFields } from '../custom-fields/reads.ts';
import { Refusal } from '../errors.ts';
import type { OrganizationScope } from '../security/scope.ts';
import type { StoredUpload } from '../uploads/reads.ts';
import { checkPlan } from './plan.ts';
import { createImport } from './writes.ts';

/**
 * Begins an import of an upload: from here on it is a job, whoever watches.
 * @returns its id
 * @throws Refusal invalid_input when the plan does not fit the file
 */
export async function startImport(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  actor: { id: string; username: string },
  upload: StoredUpload,
  plan: ImportPlan,
): Promise<string> {
  const { columns, totalRows } = await sheetOf(context, scope, upload, plan.options.sheet);
  return scope.transaction(async (tx) => {
    checkPlan(plan, columns, await listCustomFields(tx));
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

/** Columns and rows of the sheet that is asked for; the upload itself knows those of the first. */
async function sheetOf(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  upload: StoredUpload,
  sheet: string | null,
): Promise<{ columns: string[]; totalRows: number }> {
  if (sheet === null || sheet === upload.format.sheet) return upload;
  if (!upload.format.sheets.includes(sheet)) {
    throw new Refusal('invalid_input', `The file has no sheet "${sheet}"`, { field: 'options.sheet' });
  }
  const task = { uploadId: upload.id, filename: upload.filename, size: upload.size, sheet };
  const inspected = await context.threads.inspect(scope.organizationId, task);
  if (!inspected.ok) throw new Refusal('invalid_input', inspected.message, { field: 'options.sheet' });
  return inspected.found;
}
