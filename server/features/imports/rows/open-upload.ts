import type { Table } from '#packages/tabular/tabular.ts';
import { encodingOf, FileProblem, openTable } from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { uploadSource } from '../../../platform/uploads/reads.ts';
import type { ImportWork } from '../record/reads.ts';
import { withColumnTools } from './apply-column-tools.ts';
import { withValueMaps } from './apply-value-maps.ts';
import { type EditedTable, editedTable } from './edited-table.ts';

type UploadToOpen = Pick<ImportWork, 'uploadId' | 'filename' | 'size' | 'format' | 'columns' | 'plan'>;

/**
 * Opens the file of an import to read its rows as the plan says, with the edits of users.
 * @throws FileProblem when the file is unreadable or has been deleted
 */
export async function openUpload(scope: OrganizationScope, work: UploadToOpen): Promise<EditedTable> {
  return editedTable(await openUnedited(scope, work), scope, work.uploadId);
}

/**
 * Opens the file of an import to read its rows as the plan says, or as detected, after its column tools and value maps,
 * without the edits of users.
 * @throws FileProblem when the file is unreadable or has been deleted
 */
export async function openUnedited(scope: OrganizationScope, work: UploadToOpen): Promise<Table> {
  if (work.size === null) throw new FileProblem('broken', 'The uploaded file is no longer there');
  const { options } = work.plan;
  const encoding = encodingOf(options.encoding ?? '') ?? work.format?.encoding;
  const delimiter = options.delimiter ?? work.format?.delimiter;
  const table = await openTable(uploadSource(scope, work.uploadId, work.size), {
    filename: work.filename,
    columns: work.columns,
    headerRow: options.headerRow ?? work.format?.headerRow ?? null,
    ...(options.sheet !== null && { sheet: options.sheet }),
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
  });
  return withValueMaps(withColumnTools(table, work.plan), work.plan);
}
