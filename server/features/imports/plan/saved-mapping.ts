import { createHash } from 'node:crypto';
import type { ImportPlan } from '#contract/imports.ts';
import { customFieldName, importField, REPORT_COLUMNS } from '#contract/lead-fields.ts';

/** What of a plan serves the next file as well; tags are chosen for each. */
export type RememberedPlan = Omit<ImportPlan, 'manualTags'>;

const REPORTED = new Set(REPORT_COLUMNS.map(folded));

/** The same for the same names of columns, in whatever order and case; a mended report has those of its file. */
export function columnsKey(columns: readonly string[]): Buffer {
  const names = columns
    .map(folded)
    .filter((name) => !REPORTED.has(name))
    .sort();
  return createHash('sha256').update(JSON.stringify(names)).digest();
}

/**
 * A remembered plan in the names of this file's columns, of which it has the same but for order and case. Leaves out
 * targets that are no more, and the sheet, which is another file's; null when nothing is left.
 */
export function rememberedPlan(
  plan: RememberedPlan,
  columns: readonly string[],
  customFields: readonly { name: string }[],
): RememberedPlan | null {
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
    options: { ...plan.options, sheet: null },
  };
}

function isTarget(target: string, customFields: readonly { name: string }[]): boolean {
  const custom = customFieldName(target);
  return custom === null ? importField(target) !== null : customFields.some(({ name }) => name === custom);
}

/** The column that each name means: the one that is called exactly so, else one that differs in case alone. */
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
