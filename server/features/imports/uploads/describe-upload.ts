import type { Upload } from '#contract/uploads.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { autoMap, isLeadFieldName } from '../../../lead/mapping/auto-map.ts';
import { mapByContent } from '../../../lead/mapping/map-by-content.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import type { StoredUpload } from '../../../platform/uploads/reads.ts';
import { adaptSavedMapping } from '../plan/saved-mapping.ts';
import { findSavedMapping } from '../plan/saved-mapping-reads.ts';
import { importsOfContent } from '../record/reads.ts';

/** Later columns are suggested by the exact name of a field alone; maximum characters of names. */
const SUGGESTED_COLUMNS = 1_000;
const SUGGESTED_NAME_CHARACTERS = 100;

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
    const { mapping, nameColumn: named } = autoMap(suggestible(columns), customFields, {
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
      suggestedMapping: format.headerRow === 0 ? mapByContent(suggestible(columns), file.preview) : mapping,
      nameColumn: named !== null && holdsFullNames(file, named) ? named : null,
      rememberedMapping: saved && adaptSavedMapping(saved, columns, customFields),
      importedBefore: await importsOfContent(tx, uploadId),
    };
  });
}

function shown(cell: string): string {
  return cell.length <= SHOWN_CHARACTERS ? cell : `${cell.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`;
}

/**
 * Returns the columns for which the server suggests fields. Their names are compared with thousands of words, which must
 * not keep other requests waiting.
 */
function suggestible(columns: readonly string[]): string[] {
  return columns.filter(
    (name, at) =>
      name.length <= SUGGESTED_NAME_CHARACTERS && (at < SUGGESTED_COLUMNS || isLeadFieldName(name)),
  );
}

/** Returns true when the column has names to split: more than one word in some cell of the preview. */
function holdsFullNames({ preview }: StoredUpload, column: string): boolean {
  return preview.some((row) => /\S\s+\S/.test(row[column] ?? ''));
}
