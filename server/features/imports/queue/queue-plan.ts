import {
  COLUMN_TOOLS_MAX,
  columnsAddedBy,
  columnsAfterTools,
  columnsReadBy,
  columnToolsProblem,
} from '#contract/column-tools.ts';
import type { QueueOptions } from '#contract/import-queue.ts';
import { VALUE_MAPS_MAX } from '#contract/import-value-maps.ts';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import { importField } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import { type ColumnPlan, fitColumns, type SavedMapping } from '../plan/saved-mapping.ts';

type Mapping = Readonly<Record<string, string>>;

/** Without case, blanks, hyphens and underscores. */
const LEAD_ID_NAMES = new Set(['id', 'leadid']);

const NAME_FIELDS = new Set(['firstName', 'lastName']);

/** The saved mapping of an upload, otherwise the suggested one. */
export function automaticPlan(upload: Upload): SavedMapping {
  const { rememberedMapping: saved, nameColumn, suggestedMapping } = upload;
  // Value options belong to the queue: no file is read with a country that the screen doesn't show.
  if (saved !== null) return { ...saved, options: importPlan.shape.options.parse({}) };
  const fieldMapping = nameColumn === null ? suggestedMapping : withoutNames(suggestedMapping, nameColumn);
  const nameSplitConfig = nameColumn === null ? null : { column: nameColumn, enabled: true };
  const {
    manualTags: _tags,
    importMode: _mode,
    ...plan
  } = importPlan.parse({ fieldMapping, nameSplitConfig });
  return plan;
}

export function queuedImportPlan(
  plan: SavedMapping,
  { importMode, manualTags, ...values }: QueueOptions,
  columns: readonly string[],
): ImportPlan {
  const fieldMapping = fitMode(plan.fieldMapping, importMode, columnsAfterTools(columns, plan.columnTools));
  return { ...plan, fieldMapping, importMode, manualTags, options: { ...plan.options, ...values } };
}

/** The mapping of a file with other columns than `chosen`: what it has of it by name, and the automatic mapping of the rest. */
export function carriedPlan(
  chosen: ColumnPlan,
  automatic: SavedMapping,
  columns: readonly string[],
): SavedMapping {
  const { missing: _missing, ...fitted } = fitColumns(chosen, columns);
  const fed = new Set(Object.values(fitted.fieldMapping).map(storedIn));
  const rest = Object.entries(automatic.fieldMapping).filter(
    ([column, target]) => !Object.hasOwn(fitted.fieldMapping, column) && !fed.has(storedIn(target)),
  );
  const columnTools = [...fitted.columnTools];
  for (const tool of automatic.columnTools) {
    const named = [...columnsReadBy(tool), ...columnsAddedBy(tool)];
    const isFree = !named.some((column) => Object.hasOwn(fitted.fieldMapping, column));
    if (
      isFree &&
      columnTools.length < COLUMN_TOOLS_MAX &&
      columnToolsProblem(columns, [...columnTools, tool]) === null
    )
      columnTools.push(tool);
  }
  const known = new Set(columnsAfterTools(columns, columnTools));
  const added = Object.fromEntries(rest.filter(([column]) => known.has(column)));
  const addedMaps = Object.entries(automatic.valueMaps).filter(([column]) => Object.hasOwn(added, column));
  return {
    ...automatic,
    fieldMapping: { ...fitted.fieldMapping, ...added },
    nameSplitConfig: fitted.nameSplitConfig ?? (rest.length > 0 ? automatic.nameSplitConfig : null),
    columnTools,
    valueMaps: Object.fromEntries(
      [...Object.entries(fitted.valueMaps), ...addedMaps].slice(0, VALUE_MAPS_MAX),
    ),
  };
}

export function samePlan(
  chosen: ColumnPlan,
  automatic: SavedMapping,
  columns: readonly string[],
): SavedMapping {
  const { missing: _missing, ...fitted } = fitColumns(chosen, columns);
  // Each file has its own way to be read.
  return { ...fitted, options: automatic.options };
}

/** Maps the Lead ID where leads are matched by it. */
function fitMode(
  mapping: Mapping,
  mode: QueueOptions['importMode'],
  columns: readonly string[],
): Record<string, string> {
  const entries = Object.entries(mapping);
  if (!('matchField' in mode)) {
    return Object.fromEntries(entries.filter(([, target]) => importField(target)?.updateOnly !== true));
  }
  if (mode.matchField !== 'id' || entries.some(([, target]) => target === 'id')) return { ...mapping };
  const column = columns.find((name) => LEAD_ID_NAMES.has(name.toLowerCase().replace(/[_\s-]/g, '')));
  return column === undefined ? { ...mapping } : { ...mapping, [column]: 'id' };
}

function storedIn(target: string): string {
  return importField(target)?.storedIn ?? target;
}

function withoutNames(mapping: Mapping, nameColumn: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(mapping).filter(([column, target]) => column !== nameColumn && !NAME_FIELDS.has(target)),
  );
}
