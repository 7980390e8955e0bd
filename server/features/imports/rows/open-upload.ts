import type { Table } from '#packages/tabular/tabular.ts';
import { FileProblem, openTable } from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { uploadSource } from '../../../platform/uploads/reads.ts';
import type { ImportWork } from '../record/reads.ts';
import { withColumnTools } from './apply-column-tools.ts';
import { withValueMaps } from './apply-value-maps.ts';

/**
 * Opens the file of an import to read the rows of its sheet, after the column tools and value maps of the plan.
 * @throws FileProblem when the file is unreadable or has been deleted
 */
export async function openUpload(
  scope: OrganizationScope,
  work: Pick<ImportWork, 'uploadId' | 'filename' | 'size' | 'format' | 'columns' | 'plan'>,
): Promise<Table> {
  if (work.size === null) throw new FileProblem('broken', 'The uploaded file is no longer there');
  const { sheet } = work.plan.options;
  const encoding = work.format?.encoding;
  const table = await openTable(uploadSource(scope, work.uploadId, work.size), {
    filename: work.filename,
    columns: work.columns,
    ...(sheet !== null && { sheet }),
    ...((encoding === 'utf-8' || encoding === 'windows-1252') && { encoding }),
  });
  return withValueMaps(withColumnTools(table, work.plan), work.plan);
}
