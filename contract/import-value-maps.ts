import { z } from 'zod';
import { customFieldName, importField } from './lead-fields.ts';
import { LEAD_TEXT_MAX } from './limits.ts';

/** Maximum length of a value of a file that can be mapped, in characters; longer values are free text. */
export const MAPPED_VALUE_MAX = 200;
/** Maximum number of columns with a value map, and of values in one. */
export const VALUE_MAPS_MAX = 50;
export const MAPPED_VALUES_MAX = 500;

const valueMap = z
  .record(z.string().max(MAPPED_VALUE_MAX), z.string().max(LEAD_TEXT_MAX).nullable())
  .refine(
    (map) => Object.keys(map).length <= MAPPED_VALUES_MAX,
    `At most ${MAPPED_VALUES_MAX} values of a column can be mapped`,
  );

/**
 * Values to import instead of those of the file, by column. A value of the file is found in any case, with or without
 * accents; of a column of tags, it is a single tag. Empty: the value is left out. Null: it is kept as it is.
 */
export const valueMaps = z
  .record(z.string(), valueMap)
  .refine(
    (maps) => Object.keys(maps).length <= VALUE_MAPS_MAX,
    `At most ${VALUE_MAPS_MAX} columns can have mapped values`,
  );

export type ValueMaps = z.output<typeof valueMaps>;

/** Lead field of tags: its columns hold several values in a cell, and its values are single tags. */
export const TAGS_TARGET = 'tags';

/** Lead fields whose values can be mapped: those with few distinct values, and the tags. */
const VALUE_TARGETS: ReadonlySet<string> = new Set([
  'status',
  'country',
  'brand',
  'source',
  TAGS_TARGET,
  'hlr',
  'numberHlrStatus',
  'whatsapp',
  'whatsappHlr',
]);

/** Returns whether the values of columns with this mapping target can be mapped. */
export function hasFewValues(
  target: string,
  customFields: readonly { name: string; type: string }[],
): boolean {
  const name = customFieldName(target);
  if (name === null) return VALUE_TARGETS.has(target);
  return customFields.some((field) => field.name === name && field.type === 'boolean');
}

/** Returns whether an unknown value of a field deserves a question; brands, sources and tags may be new. */
export function asksForUnknown(target: string): boolean {
  return target === 'status' || importField(target)?.kind === 'country' || customFieldName(target) !== null;
}
