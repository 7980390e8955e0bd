import type { ImportOptions, ImportPlan } from '#contract/imports.ts';
import { isColumnName } from '../../../lead/mapping/column-names.ts';
import type { Context } from '../../../platform/context/context.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { type ReadingChoice, readingOf } from '../../../platform/uploads/reading-of.ts';
import type { StoredUpload } from '../../../platform/uploads/reads.ts';

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
