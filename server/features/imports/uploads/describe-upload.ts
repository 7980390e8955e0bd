import type { Upload } from '#contract/uploads.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { autoMap } from '../../../lead/mapping/auto-map.ts';
import { mapByContent } from '../../../lead/mapping/map-by-content.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import type { StoredUpload } from '../../../platform/uploads/reads.ts';
import { adaptSavedMapping } from '../plan/saved-mapping.ts';
import { findSavedMapping } from '../plan/saved-mapping-reads.ts';
import { importsOfContent } from '../record/reads.ts';
import { suggestibleColumns } from './suggestible-columns.ts';

/** Maximum cells of a raw row, and maximum characters of each, that the screen shows. */
const SHOWN_CELLS = 50;
const SHOWN_CHARACTERS = 200;

/**
 * Returns the description of a file for its user: its content, the suggested and saved mappings, and earlier imports.
 */
export async function describeUpload(scope: OrganizationScope, file: StoredUpload): Promise<Upload> {
  const { columns, format, id: uploadId, firstRows, ...rest } = file;
  return scope.transaction(async (tx) => {
    const customFields = await loadCustomFields(tx);
    const suggestible = suggestibleColumns(columns, customFields);
    const { mapping, nameColumn: named } = autoMap(suggestible, customFields, {
      samples: (column) => file.preview.map((row) => row[column] ?? ''),
    });
    // Generated names are the same in any file without a header.
    const saved = format.headerRow === 0 ? null : await findSavedMapping(tx, columns);
    return {
      ...rest,
      ...format,
      columns,
      firstRows: firstRows.map(({ number, cells }) => ({
        number,
        cells: cells.slice(0, SHOWN_CELLS).map(shown),
      })),
      uploadId,
      suggestedMapping: format.headerRow === 0 ? mapByContent(suggestible, file.preview) : mapping,
      nameColumn: named !== null && holdsFullNames(file, named) ? named : null,
      rememberedMapping: saved && adaptSavedMapping(saved, columns, customFields),
      importedBefore: await importsOfContent(tx, uploadId),
    };
  });
}

function shown(cell: string): string {
  return cell.length <= SHOWN_CHARACTERS ? cell : `${cell.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`;
}

/** Returns true when the column has names to split: more than one word in some cell of the preview. */
function holdsFullNames({ preview }: StoredUpload, column: string): boolean {
  return preview.some((row) => /\S\s+\S/.test(row[column] ?? ''));
}
