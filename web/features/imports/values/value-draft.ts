import { asksForUnknown, hasFewValues } from '#contract/import-value-maps.ts';
import { type ColumnValues, type FileValue, VALUE_COLUMNS_MAX } from '#contract/import-values.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { mappedField } from '../plan/mapping.ts';

/** Choice for a value: the value to import, empty for none; null keeps it; undefined if no one has chosen. */
export type ValueChoice = string | null | undefined;

/** Returns the columns of a file that feed fields with few distinct values, in the order of the file. */
export function valueColumns(
  columns: readonly string[],
  { mapping }: ImportDraft,
  customFields: readonly CustomFieldSpec[],
): string[] {
  return columns
    .filter((column) => hasFewValues(mappedField(mapping, column) ?? '', customFields))
    .slice(0, VALUE_COLUMNS_MAX);
}

/** Returns what a draft makes of a value. */
export function choiceOf({ valueMaps }: ImportDraft, column: string, value: string): ValueChoice {
  const map = valueMaps[column];
  return map !== undefined && Object.hasOwn(map, value) ? map[value] : undefined;
}

/** Returns the draft with another choice for a value. */
export function chooseValue(
  draft: ImportDraft,
  column: string,
  value: string,
  choice: string | null,
): ImportDraft {
  const map = { ...draft.valueMaps[column], [value]: choice };
  return { ...draft, valueMaps: { ...draft.valueMaps, [column]: map } };
}

/**
 * Returns the draft with the meanings of values for which nothing was chosen; the same object if there is nothing to
 * add. Known countries need none, because imports read them in any language.
 */
export function withMeanings(draft: ImportDraft, columns: readonly ColumnValues[]): ImportDraft {
  let next = draft;
  for (const { column, target, values } of columns) {
    if (draft.mapping[column] !== target) continue;
    for (const { value, meaning } of values) {
      if (meaning === null || choiceOf(next, column, value) !== undefined) continue;
      if (meaning.from === 'known' && (target === 'country' || meaning.value === value)) continue;
      next = chooseValue(next, column, value, meaning.value);
    }
  }
  return next;
}

/** Returns the draft with all values that no one knows kept as they are, where their field knows its values. */
export function keepUnknown(draft: ImportDraft, columns: readonly ColumnValues[]): ImportDraft {
  let next = draft;
  for (const { column, target, values } of columns) {
    if (!asksForUnknown(target)) continue;
    for (const value of values) {
      if (valueState(draft, column, value) === 'unknown') next = chooseValue(next, column, value.value, null);
    }
  }
  return next;
}

/** State of a value: nothing is known of it, known, remembered from an earlier file, or chosen now. */
export type ValueState = 'unknown' | 'known' | 'remembered' | 'chosen';

/** Returns the state of a value of a column. */
export function valueState(draft: ImportDraft, column: string, { value, meaning }: FileValue): ValueState {
  const choice = choiceOf(draft, column, value);
  if (choice === undefined) return meaning?.from ?? 'unknown';
  return meaning !== null && choice === meaning.value ? meaning.from : 'chosen';
}

/** Counts the values of a column for which no one has chosen what they become, although their field knows its values. */
export function openValues(draft: ImportDraft, { column, target, values }: ColumnValues): number {
  if (!asksForUnknown(target)) return 0;
  return values.filter((value) => valueState(draft, column, value) === 'unknown').length;
}
