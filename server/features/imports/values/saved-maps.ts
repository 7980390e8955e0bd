import { hasFewValues, VALUE_MAPS_MAX, type ValueMaps } from '#contract/import-value-maps.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newestAnswers } from './answer-writes.ts';

/** Choices for earlier files, for columns that feed the same fields. */
export async function savedMaps(
  tx: TenantTransaction,
  { fieldMapping }: Pick<ImportPlan, 'fieldMapping'>,
  customFields: readonly { name: string; type: string }[],
): Promise<ValueMaps> {
  const columns = Object.entries(fieldMapping).filter(([, target]) => hasFewValues(target, customFields));
  if (columns.length === 0) return {};
  const answers = await newestAnswers(tx, [...new Set(columns.map(([, target]) => target))]);
  const maps = columns.flatMap(([column, target]) => {
    const map = answers.get(target);
    return map === undefined ? [] : [[column, map] as const];
  });
  return Object.fromEntries(maps);
}

/** Adds earlier choices for columns of which the plan says nothing. */
export async function withSavedMaps(
  tx: TenantTransaction,
  plan: ImportPlan,
  customFields: readonly { name: string; type: string }[],
): Promise<ImportPlan> {
  const maps = Object.entries(await savedMaps(tx, plan, customFields));
  const added = maps.filter(([column]) => !Object.hasOwn(plan.valueMaps, column));
  const room = VALUE_MAPS_MAX - Object.keys(plan.valueMaps).length;
  return { ...plan, valueMaps: { ...Object.fromEntries(added.slice(0, room)), ...plan.valueMaps } };
}
