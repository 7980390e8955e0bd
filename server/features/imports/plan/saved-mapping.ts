import { createHash } from 'node:crypto';
import {
  type ColumnTool,
  columnNameKey,
  columnsAddedBy,
  columnsReadBy,
  columnToolsProblem,
} from '#contract/column-tools.ts';
import type { ImportPlan } from '#contract/imports.ts';
import { customFieldName, importField, isOtherTarget, REPORT_COLUMNS } from '#contract/lead-fields.ts';

/** Tags and the import mode are chosen for each file. */
export type SavedMapping = Omit<ImportPlan, 'manualTags' | 'importMode'>;

const REPORTED = new Set(REPORT_COLUMNS.map(columnNameKey));

/** Equal for the same columns in any order and case. Columns that the report adds don't count. */
export function columnsKey(columns: readonly string[]): Buffer {
  const names = columns
    .map(columnNameKey)
    .filter((name) => !REPORTED.has(name))
    .sort();
  return createHash('sha256').update(JSON.stringify(names)).digest();
}

/** The parts of a plan that name columns of its file. */
export type ColumnPlan = Pick<SavedMapping, 'fieldMapping' | 'nameSplitConfig' | 'columnTools' | 'valueMaps'>;

interface FittedPlan extends ColumnPlan {
  missing: string[];
}

/** Finds columns by name in any order and case; drops missing ones with their tools and value maps. */
export function fitColumns(plan: ColumnPlan, columns: readonly string[]): FittedPlan {
  const named = columnsNamedBy(plan);
  const nameOf = namesIn(columns, named);
  const ofTools = new Set(plan.columnTools.flatMap(columnsAddedBy));
  const missing = named.filter((name) => !nameOf.has(name) && !ofTools.has(name));
  const columnTools = adaptTools(plan.columnTools, columns, nameOf);
  for (const added of columnTools.flatMap(columnsAddedBy)) nameOf.set(added, added);
  const split = plan.nameSplitConfig;
  const splitColumn = split === null ? undefined : nameOf.get(split.column);
  return {
    fieldMapping: Object.fromEntries(renamedKeys(plan.fieldMapping, nameOf)),
    nameSplitConfig: split === null || splitColumn === undefined ? null : { ...split, column: splitColumn },
    columnTools,
    valueMaps: Object.fromEntries(renamedKeys(plan.valueMaps, nameOf)),
    missing,
  };
}

/**
 * Adapts a saved mapping or template to a file, without missing columns, targets that are gone or only for updates, and its way to read.
 * Null when nothing is left.
 */
export function adaptSavedMapping(
  plan: SavedMapping,
  columns: readonly string[],
  customFields: readonly { name: string }[],
): SavedMapping | null {
  const { missing: _missing, ...fitted } = fitColumns(plan, columns);
  const mapping = Object.entries(fitted.fieldMapping).filter(([, target]) => isTarget(target, customFields));
  if (mapping.length === 0) return null;
  return {
    ...plan,
    ...fitted,
    fieldMapping: Object.fromEntries(mapping),
    options: { ...plan.options, sheet: null, encoding: null, delimiter: null, headerRow: null },
  };
}

export function missingColumns(plan: SavedMapping, columns: readonly string[]): string[] {
  return fitColumns(plan, columns).missing;
}

/** Including the ones that its tools add. */
function columnsNamedBy({ fieldMapping, nameSplitConfig, columnTools, valueMaps }: ColumnPlan): string[] {
  return [
    ...new Set([
      ...Object.keys(fieldMapping),
      ...(nameSplitConfig === null ? [] : [nameSplitConfig.column]),
      ...columnTools.flatMap((tool) => [...columnsReadBy(tool), ...columnsAddedBy(tool)]),
      ...Object.keys(valueMaps),
    ]),
  ];
}

function renamedKeys<T>(byColumn: Record<string, T>, nameOf: ReadonlyMap<string, string>): [string, T][] {
  return Object.entries(byColumn).flatMap(([column, value]): [string, T][] => {
    const name = nameOf.get(column);
    return name === undefined ? [] : [[name, value]];
  });
}

function isTarget(target: string, customFields: readonly { name: string }[]): boolean {
  if (isOtherTarget(target)) return true;
  const custom = customFieldName(target);
  if (custom !== null) return customFields.some(({ name }) => name === custom);
  return importField(target)?.updateOnly === false;
}

/** Exact, else differing only in case. */
function namesIn(columns: readonly string[], names: readonly string[]): Map<string, string> {
  const meant = new Map<string, string>();
  const free = new Set(columns);
  for (const name of names) if (free.delete(name)) meant.set(name, name);
  for (const name of names) {
    if (meant.has(name)) continue;
    const like = [...free].find((column) => columnNameKey(column) === columnNameKey(name));
    if (like === undefined) continue;
    free.delete(like);
    meant.set(name, like);
  }
  return meant;
}

/**
 * Adapts tools to the columns of another file by `nameOf`. Drops a tool whose columns the file lacks or whose new column it has; a merge
 * needs two of its columns.
 */
function adaptTools(
  tools: readonly ColumnTool[],
  columns: readonly string[],
  nameOf: ReadonlyMap<string, string>,
): ColumnTool[] {
  const adapted: ColumnTool[] = [];
  for (const tool of tools) {
    const renamed = renamedTool(tool, (column) => nameOf.get(column) ?? column);
    const next = renamed.tool === 'merge' ? withKnownColumns(renamed, columns, adapted) : renamed;
    if (columnToolsProblem(columns, [...adapted, next]) === null) adapted.push(next);
  }
  return adapted;
}

function renamedTool(tool: ColumnTool, rename: (column: string) => string): ColumnTool {
  if (tool.tool === 'merge') return { ...tool, columns: tool.columns.map(rename) };
  return tool.tool === 'constant' ? tool : { ...tool, column: rename(tool.column) };
}

type MergeTool = Extract<ColumnTool, { tool: 'merge' }>;

function withKnownColumns(
  tool: MergeTool,
  columns: readonly string[],
  before: readonly ColumnTool[],
): MergeTool {
  const known = new Set([...columns, ...before.flatMap(columnsAddedBy)]);
  const left = tool.columns.filter((column) => known.has(column));
  return left.length < 2 ? tool : { ...tool, columns: left };
}
