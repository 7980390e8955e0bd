import type { Table } from '#packages/tabular/tabular.ts';
import { FileProblem, openTable } from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { uploadSource } from '../../../platform/uploads/reads.ts';
import type { ImportWork } from '../record/reads.ts';
import { type EditedTable, editedTable } from './edited-table.ts';

type UploadToOpen = Pick<ImportWork, 'uploadId' | 'filename' | 'size' | 'format' | 'columns' | 'plan'>;

/**
 * Opens the file of an import to read the rows of its sheet, with the edits of users.
 * @throws FileProblem when the file is unreadable or has been deleted
 */
export async function openUpload(scope: OrganizationScope, work: UploadToOpen): Promise<EditedTable> {
  return editedTable(await openUnedited(scope, work), scope, work.uploadId);
}

/**
 * Opens the file of an import to read the rows of its sheet, without the edits of users.
 * @throws FileProblem when the file is unreadable or has been deleted
 */
export async function openUnedited(scope: OrganizationScope, work: UploadToOpen): Promise<Table> {
  if (work.size === null) throw new FileProblem('broken', 'The uploaded file is no longer there');
  const { sheet } = work.plan.options;
  const encoding = work.format?.encoding;
  return openTable(uploadSource(scope, work.uploadId, work.size), {
    filename: work.filename,
    columns: work.columns,
    ...(sheet !== null && { sheet }),
    ...((encoding === 'utf-8' || encoding === 'windows-1252') && { encoding }),
  });
}
