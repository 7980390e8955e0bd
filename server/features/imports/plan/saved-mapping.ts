import { createHash } from 'node:crypto';
import type { ImportPlan } from '#contract/imports.ts';
import { customFieldName, importField, REPORT_COLUMNS } from '#contract/lead-fields.ts';

/** The parts of a plan that apply to the next file too. Tags and the import mode are chosen for each file. */
export type SavedMapping = Omit<ImportPlan, 'manualTags' | 'importMode'>;

const REPORTED = new Set(REPORT_COLUMNS.map(folded));

/**
 * Returns a key that is equal for equal column names in any order and case. The columns that the report adds to a
 * corrected file don't count.
 */
export function columnsKey(columns: readonly string[]): Buffer {
  const names = columns
    .map(folded)
    .filter((name) => !REPORTED.has(name))
    .sort();
  return createHash('sha256').update(JSON.stringify(names)).digest();
}

/**
 * Adapts a saved mapping to this file's columns, which have the same names except for order and case. Drops targets
 * that no longer exist or that only updates know, and the way to read the file, which belongs to another file; returns
 * null when nothing is left.
 */
export function adaptSavedMapping(
  plan: SavedMapping,
  columns: readonly string[],
  customFields: readonly { name: string }[],
): SavedMapping | null {
  const nameOf = namesIn(columns, [
    ...Object.keys(plan.fieldMapping),
    ...(plan.nameSplitConfig === null ? [] : [plan.nameSplitConfig.column]),
  ]);
  const mapping = Object.entries(plan.fieldMapping).flatMap(([column, target]) => {
    const name = nameOf.get(column);
    return name === undefined || !isTarget(target, customFields) ? [] : [[name, target] as const];
  });
  if (mapping.length === 0) return null;
  const split = plan.nameSplitConfig;
  const splitColumn = split === null ? undefined : nameOf.get(split.column);
  return {
    ...plan,
    fieldMapping: Object.fromEntries(mapping),
    nameSplitConfig: split === null || splitColumn === undefined ? null : { ...split, column: splitColumn },
    options: { ...plan.options, sheet: null, encoding: null, delimiter: null, headerRow: null },
  };
}

function isTarget(target: string, customFields: readonly { name: string }[]): boolean {
  const custom = customFieldName(target);
  if (custom !== null) return customFields.some(({ name }) => name === custom);
  return importField(target)?.updateOnly === false;
}

/** Maps each name to a column: an exact match, else one that differs only in case. */
function namesIn(columns: readonly string[], names: readonly string[]): Map<string, string> {
  const meant = new Map<string, string>();
  const free = new Set(columns);
  for (const name of names) if (free.delete(name)) meant.set(name, name);
  for (const name of names) {
    if (meant.has(name)) continue;
    const like = [...free].find((column) => folded(column) === folded(name));
    if (like === undefined) continue;
    free.delete(like);
    meant.set(name, like);
  }
  return meant;
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase().trim();
}
