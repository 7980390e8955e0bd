import type { ImportPlan } from '#contract/imports.ts';
import { id } from '#contract/shapes.ts';
import { type CustomField, loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { Refusal } from '../../../platform/errors.ts';
import { findUpload, type StoredUpload } from '../../../platform/uploads/reads.ts';
import { sheetOf } from '../../../platform/uploads/sheet-of.ts';
import { checkPlan } from './plan.ts';

/**
 * An upload of the organization.
 * @throws Refusal not_found
 */
export async function uploadOf(scope: OrganizationScope, uploadId: string): Promise<StoredUpload> {
  // An id of any other form can be no upload's; the database would not even compare it.
  const known = id.safeParse(uploadId).success;
  const upload = known ? await scope.transaction((tx) => findUpload(tx, uploadId)) : null;
  if (upload === null) throw new Refusal('not_found', 'There is no such upload', { field: 'uploadId' });
  return upload;
}

/**
 * The sheet of an upload that a plan is for, and the custom fields the plan may name.
 * @throws Refusal not_found, invalid_input when the plan does not fit the file
 */
export async function plannedUpload(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  uploadId: string,
  plan: ImportPlan,
): Promise<{ upload: StoredUpload; customFields: CustomField[] }> {
  const file = await uploadOf(scope, uploadId);
  const upload = await sheetOf(context, scope, file, { sheet: plan.options.sheet, field: 'options.sheet' });
  const customFields = await scope.transaction(loadCustomFields);
  checkPlan(plan, upload.columns, customFields);
  return { upload, customFields };
}
