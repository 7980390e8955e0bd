import type { ImportOptions, ImportPlan } from '#contract/imports.ts';
import { id } from '#contract/shapes.ts';
import { type CustomField, loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { isColumnName } from '../../../lead/mapping/column-names.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { HttpError } from '../../../platform/errors.ts';
import { type ReadingChoice, readingOf } from '../../../platform/uploads/reading-of.ts';
import { findUpload, type StoredUpload } from '../../../platform/uploads/reads.ts';
import { checkPlan } from './plan.ts';

/**
 * Returns an upload of the organization.
 * @throws HttpError not_found
 */
export async function uploadOf(scope: OrganizationScope, uploadId: string): Promise<StoredUpload> {
  // PostgreSQL would reject another format.
  const known = id.safeParse(uploadId).success;
  const upload = known ? await scope.transaction((tx) => findUpload(tx, uploadId)) : null;
  if (upload === null)
    throw new HttpError('not_found', 'Upload not found. It may have expired; upload the file again.', {
      field: 'uploadId',
    });
  return upload;
}

/**
 * The upload under the plan, and the custom fields that it may name.
 * @throws HttpError not_found, or invalid_input when the plan doesn't fit the file
 */
export async function plannedUpload(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  uploadId: string,
  plan: ImportPlan,
): Promise<{ upload: StoredUpload; customFields: CustomField[] }> {
  const upload = await plannedReading(context, scope, await uploadOf(scope, uploadId), plan);
  const customFields = await scope.transaction(loadCustomFields);
  checkPlan(plan, upload.columns, customFields);
  return { upload, customFields };
}

/** @throws HttpError invalid_input naming the option at fault */
export function plannedReading(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  upload: StoredUpload,
  { options }: Pick<ImportPlan, 'options'>,
  signal?: AbortSignal,
): Promise<StoredUpload> {
  const choice = chosenReading(options);
  const request = { choice, within: 'options.', knowsColumnName: isColumnName, ...(signal && { signal }) };
  return readingOf(context, scope, upload, request);
}

/** Writes the reading out, so that a resumed import reads the file the same way. */
export function settledPlan(plan: ImportPlan, { format }: StoredUpload): ImportPlan {
  const { encoding, delimiter, headerRow } = format;
  return { ...plan, options: { ...plan.options, encoding, delimiter, headerRow } };
}

function chosenReading({ sheet, encoding, delimiter, headerRow }: ImportOptions): ReadingChoice {
  return { sheet, encoding, delimiter, headerRow };
}
