import type { Upload } from '#contract/uploads.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { autoMap } from '../../../lead/mapping/auto-map.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import type { StoredUpload } from '../../../platform/uploads/reads.ts';
import { rememberedPlan } from '../plan/saved-mapping.ts';
import { findRememberedPlan } from '../plan/saved-mapping-reads.ts';
import { importsOfContent } from '../record/reads.ts';

/** What a user is told of a file: what it holds, and what it may become. */
export async function describeUpload(scope: OrganizationScope, file: StoredUpload): Promise<Upload> {
  const { columns, format, id: uploadId, ...rest } = file;
  return scope.transaction(async (tx) => {
    const customFields = await loadCustomFields(tx);
    const { mapping, nameColumn: named } = autoMap(columns, customFields);
    const remembered = await findRememberedPlan(tx, columns);
    return {
      ...rest,
      ...format,
      columns,
      uploadId,
      suggestedMapping: mapping,
      nameColumn: named !== null && holdsFullNames(file, named) ? named : null,
      rememberedMapping: remembered && rememberedPlan(remembered, columns, customFields),
      importedBefore: await importsOfContent(tx, uploadId),
    };
  });
}

/** Whether there is anything to split: a name of more than one word in the preview. */
function holdsFullNames({ preview }: StoredUpload, column: string): boolean {
  return preview.some((row) => /\S\s+\S/.test(row[column] ?? ''));
}
