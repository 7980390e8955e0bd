import type { QueueOptions } from '#contract/import-queue.ts';
import { type ImportPlan, importPlan } from '#contract/imports.ts';
import { importField } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import type { SavedMapping } from '../plan/saved-mapping.ts';

type Mapping = Readonly<Record<string, string>>;

/** A mapping applied to a file: what the file has of it, and the names of the columns that the file lacks. */
export interface MatchedMapping {
  fieldMapping: Record<string, string>;
  nameSplitConfig: ImportPlan['nameSplitConfig'];
  missing: string[];
}

/** Names of columns that hold Lead IDs beyond doubt, without case, blanks, hyphens and underscores. */
const LEAD_ID_NAMES = new Set(['id', 'leadid']);

const NAME_FIELDS = new Set(['firstName', 'lastName']);

/** Returns the mapping of an upload as the wizard begins with it: the saved one, otherwise the suggested one. */
export function automaticPlan(upload: Upload): SavedMapping {
  const { rememberedMapping: saved, nameColumn, suggestedMapping } = upload;
  // Value options belong to the queue, so that no file is read with a country that the screen doesn't show.
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

/** Returns the whole plan of a queued file, with the options that apply to it. */
export function queuedImportPlan(
  plan: SavedMapping,
  { importMode, manualTags, ...values }: QueueOptions,
  columns: readonly string[],
): ImportPlan {
  const fieldMapping = fitMode(plan.fieldMapping, importMode, columns);
  return { ...plan, fieldMapping, importMode, manualTags, options: { ...plan.options, ...values } };
}

/**
 * Applies a mapping to another file's columns, ignoring case and surrounding blanks in their names. Exact matches take
 * precedence; each column is used once.
 */
export function matchMapping(
  { fieldMapping, nameSplitConfig }: Pick<ImportPlan, 'fieldMapping' | 'nameSplitConfig'>,
  columns: readonly string[],
): MatchedMapping {
  const named = [...Object.keys(fieldMapping), ...(nameSplitConfig === null ? [] : [nameSplitConfig.column])];
  const columnOf = matchNames(named, columns);
  const mapped = Object.entries(fieldMapping).flatMap(([name, target]) => {
    const column = columnOf.get(name);
    return column === undefined ? [] : [[column, target] as const];
  });
  const splitColumn = nameSplitConfig === null ? undefined : columnOf.get(nameSplitConfig.column);
  return {
    fieldMapping: Object.fromEntries(mapped),
    nameSplitConfig:
      nameSplitConfig === null || splitColumn === undefined
        ? null
        : { ...nameSplitConfig, column: splitColumn },
    missing: named.filter((name) => !columnOf.has(name)),
  };
}

/**
 * Returns the mapping of a file with other columns than those for which the user chose `chosen`: what it has of it by
 * name, and the automatic mapping of the rest.
 */
export function carriedPlan(
  chosen: SavedMapping,
  automatic: SavedMapping,
  columns: readonly string[],
): SavedMapping {
  const { fieldMapping, nameSplitConfig } = matchMapping(chosen, columns);
  const fed = new Set(Object.values(fieldMapping).map(storedIn));
  const rest = Object.entries(automatic.fieldMapping).filter(
    ([column, target]) => !Object.hasOwn(fieldMapping, column) && !fed.has(storedIn(target)),
  );
  return {
    ...automatic,
    fieldMapping: { ...fieldMapping, ...Object.fromEntries(rest) },
    nameSplitConfig: nameSplitConfig ?? (rest.length > 0 ? automatic.nameSplitConfig : null),
  };
}

/** Maps the Lead ID where leads are matched by it, and nothing to it where leads are only created. */
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

function matchNames(names: readonly string[], columns: readonly string[]): Map<string, string> {
  const free = new Set(columns);
  const columnOf = new Map<string, string>();
  for (const name of names) if (free.delete(name)) columnOf.set(name, name);
  for (const name of names) {
    if (columnOf.has(name)) continue;
    const like = [...free].find((column) => comparedName(column) === comparedName(name));
    if (like === undefined) continue;
    free.delete(like);
    columnOf.set(name, like);
  }
  return columnOf;
}

function comparedName(name: string): string {
  return name.normalize('NFC').toLowerCase().trim();
}
