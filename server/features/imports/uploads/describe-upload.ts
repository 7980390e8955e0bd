import type { Upload } from '#contract/uploads.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import { autoMap, isLeadFieldName } from '../../../lead/mapping/auto-map.ts';
import { headerWords } from '../../../lead/mapping/header-words.ts';
import { mapByContent } from '../../../lead/mapping/map-by-content.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import type { StoredUpload } from '../../../platform/uploads/reads.ts';
import { adaptSavedMapping } from '../plan/saved-mapping.ts';
import { findSavedMapping } from '../plan/saved-mapping-writes.ts';
import { importsOfContent } from '../record/reads.ts';

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

/** Columns that are all looked up; each takes 0.2 ms, and other requests wait. */
const NEAR_COLUMNS = 1_000;
/** Further columns that are looked up, those with the shortest names. */
const FAR_COLUMNS = 300;
const NAME_CHARACTERS = 100;

/** Returns the columns for which the server suggests fields, in the order of the file. */
export function suggestibleColumns(
  columns: readonly string[],
  customFields: readonly { name: string }[],
): string[] {
  const short = columns.filter((name) => name.length <= NAME_CHARACTERS);
  const near = short.slice(0, NEAR_COLUMNS);
  if (near.length === short.length) return near;
  return [...near, ...likelyColumns(short.slice(NEAR_COLUMNS), customFields)];
}

/** Takes each name once, whatever its number: surveys have thousands of `Answer 17`. */
function likelyColumns(columns: readonly string[], customFields: readonly { name: string }[]): string[] {
  const custom = new Set(customFields.map(({ name }) => name.trim()));
  const wordsOf = new Map<string, number>();
  const seen = new Set<string>();
  for (const column of columns) {
    const words = headerWords(column).filter((word) => !/^\p{Nd}+$/u.test(word));
    const isField = custom.has(column.trim()) || isLeadFieldName(column);
    const key = words.join(' ');
    if (!isField && (words.length === 0 || seen.has(key))) continue;
    seen.add(key);
    wordsOf.set(column, isField ? 0 : words.length);
  }
  const shortest = [...wordsOf].sort((one, other) => one[1] - other[1]).slice(0, FAR_COLUMNS);
  const chosen = new Set(shortest.map(([column]) => column));
  return columns.filter((column) => chosen.has(column));
}
