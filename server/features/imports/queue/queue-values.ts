import { columnsAfterTools } from '#contract/column-tools.ts';
import type { OpenValues } from '#contract/import-queue.ts';
import {
  asksForUnknown,
  hasFewValues,
  MAPPED_VALUES_MAX,
  VALUE_MAPS_MAX,
  type ValueMaps,
} from '#contract/import-value-maps.ts';
import { type FileValue, VALUE_COLUMNS_MAX } from '#contract/import-values.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { SavedMapping } from '../plan/saved-mapping.ts';
import { valueKey } from '../rows/apply-value-maps.ts';
import { answersOf } from '../values/answer-writes.ts';
import type { CountedColumn } from '../values/count-values.ts';
import { meaningOf, type TargetValues, targetValues } from '../values/meanings.ts';

/** A column that feeds a field with few distinct values. */
interface ValueColumn {
  column: string;
  target: string;
}

/** The values of such a column in the whole file. */
export type CountedValues = ValueColumn & CountedColumn;

/** In the order of the file. */
export function valueColumnsOf(
  { fieldMapping, columnTools }: Pick<SavedMapping, 'fieldMapping' | 'columnTools'>,
  columns: readonly string[],
  customFields: readonly { name: string; type: string }[],
): ValueColumn[] {
  return columnsAfterTools(columns, columnTools)
    .flatMap((column) => {
      const target = Object.hasOwn(fieldMapping, column) ? fieldMapping[column] : undefined;
      return target !== undefined && hasFewValues(target, customFields) ? [{ column, target }] : [];
    })
    .slice(0, VALUE_COLUMNS_MAX);
}

export function haveSameValues(
  before: SavedMapping,
  after: SavedMapping,
  columns: readonly string[],
  customFields: readonly { name: string; type: string }[],
): boolean {
  const [one, other] = [before, after].map((plan) =>
    JSON.stringify([valueColumnsOf(plan, columns, customFields), plan.columnTools, plan.options]),
  );
  return one === other;
}

/** Knowledge about the values of mapping targets, by target. */
type Knowledge = ReadonlyMap<string, { field: TargetValues; remembered: ReadonlyMap<string, string | null> }>;

/** Known meanings of the values, and what users chose for them. */
export async function knowledgeOf(
  tx: TenantTransaction,
  columns: readonly CountedValues[],
): Promise<Knowledge> {
  const known = new Map();
  for (const [target, counted] of Map.groupBy(columns, (column) => column.target)) {
    const keys = counted.flatMap(({ values }) => values.map(({ value }) => valueKey(value)));
    known.set(target, {
      field: await targetValues(tx, target),
      remembered: await answersOf(tx, target, keys),
    });
  }
  return known;
}

/** Columns with unknown values of a field that knows its values. */
export function openValuesOf(
  { valueMaps }: Pick<SavedMapping, 'valueMaps'>,
  counted: readonly CountedValues[],
  knowledge: Knowledge,
): OpenValues[] {
  return counted.flatMap((column) => {
    if (!asksForUnknown(column.target)) return [];
    const chosen = chosenKeys(mapOf(valueMaps, column.column));
    const open = column.values.filter(
      ({ value }) => !chosen.has(valueKey(value)) && knownMeaning(column, value, knowledge) === null,
    );
    if (open.length === 0) return [];
    const rows = open.reduce((sum, { count }) => sum + count, 0);
    return [{ column: column.column, target: column.target, values: open.length, rows }];
  });
}

/** Value maps as the wizard would send them: the user's choices, then known and remembered meanings. */
export function queuedValueMaps(
  { valueMaps }: Pick<SavedMapping, 'valueMaps'>,
  counted: readonly CountedValues[],
  knowledge: Knowledge,
  remembered: ValueMaps,
): ValueMaps {
  const added = counted.map((column) => {
    const own = mapOf(valueMaps, column.column);
    const chosen = chosenKeys(own);
    const meanings = column.values.flatMap(({ value }): [string, string | null][] => {
      const meaning = knownMeaning(column, value, knowledge);
      // Imports read countries in any language.
      const isRead = meaning?.from === 'known' && (column.target === 'country' || meaning.value === value);
      return meaning === null || isRead ? [] : [[value, meaning.value]];
    });
    const counts = chosenKeys(Object.fromEntries(meanings));
    const others = Object.entries(mapOf(remembered, column.column)).filter(([key]) => !counts.has(key));
    const rest = [...meanings, ...others].filter(([value]) => !chosen.has(valueKey(value)));
    const map = [...Object.entries(own), ...rest].slice(0, MAPPED_VALUES_MAX);
    return [column.column, Object.fromEntries(map)] as const;
  });
  const isOther = (column: string) => !(column in valueMaps) && counted.every((one) => one.column !== column);
  const uncounted = Object.entries(remembered).filter(([column]) => isOther(column));
  const all = Object.entries({
    ...Object.fromEntries([...uncounted, ...added]),
    ...without(valueMaps, counted),
  });
  return Object.fromEntries(all.slice(0, VALUE_MAPS_MAX));
}

function knownMeaning({ target }: ValueColumn, value: string, knowledge: Knowledge): FileValue['meaning'] {
  const known = knowledge.get(target);
  return known === undefined ? null : meaningOf(value, known.field, known.remembered);
}

/** Returns the value maps of other columns than the counted ones. */
function without(valueMaps: ValueMaps, counted: readonly ValueColumn[]): ValueMaps {
  const isCounted = (name: string): boolean => counted.some(({ column }) => column === name);
  return Object.fromEntries(Object.entries(valueMaps).filter(([column]) => !isCounted(column)));
}

function mapOf(valueMaps: ValueMaps, column: string): ValueMaps[string] {
  return Object.hasOwn(valueMaps, column) ? (valueMaps[column] ?? {}) : {};
}

function chosenKeys(map: ValueMaps[string]): ReadonlySet<string> {
  return new Set(Object.keys(map).map(valueKey));
}
