import type { Table } from '#packages/tabular/tabular.ts';
import { FileProblem, openTable } from '#packages/tabular/tabular.ts';
import { isColumnName } from '../../../lead/mapping/column-names.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { uploadSource } from '../../../platform/uploads/reads.ts';
import { chosenFormat, editReading } from '../record/edit-reading.ts';
import type { ImportWork } from '../record/reads.ts';
import { withColumnTools } from './apply-column-tools.ts';
import { withValueMaps } from './apply-value-maps.ts';
import { type EditedTable, editedTable } from './edited-table.ts';

type UploadToOpen = Pick<ImportWork, 'uploadId' | 'filename' | 'size' | 'format' | 'columns' | 'plan'>;

/**
 * Opens the file of an import as the plan says, with users' edits.
 * @throws FileProblem when the file is unreadable or has been deleted
 */
export async function openUpload(scope: OrganizationScope, work: UploadToOpen): Promise<EditedTable> {
  const reading = editReading(chosenFormat(work.plan.options, work.format));
  return editedTable(await openUnedited(scope, work), scope, { uploadId: work.uploadId, reading });
}

/**
 * As the plan says, or as detected, after column tools and value maps, without edits.
 * @throws FileProblem when the file is unreadable or has been deleted
 */
export async function openUnedited(scope: OrganizationScope, work: UploadToOpen): Promise<Table> {
  if (work.size === null)
    throw new FileProblem('broken', 'The uploaded file is no longer available. Upload it again.');
  const { options } = work.plan;
  const { sheet, encoding, delimiter } = chosenFormat(options, work.format);
  const table = await openTable(uploadSource(scope, work.uploadId, work.size), {
    filename: work.filename,
    columns: work.columns,
    headerRow: options.headerRow ?? work.format?.headerRow ?? null,
    knowsColumnName: isColumnName,
    ...(sheet !== null && { sheet }),
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
  });
  return withValueMaps(withColumnTools(table, work.plan), work.plan);
}
