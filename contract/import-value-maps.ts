import { z } from 'zod';
import { customFieldName, importField } from './lead-fields.ts';
import { LEAD_TEXT_MAX } from './limits.ts';

/** In characters; longer values count as free text. */
export const MAPPED_VALUE_MAX = 200;
/** Maximum mapped columns, and values per column. */
export const VALUE_MAPS_MAX = 50;
export const MAPPED_VALUES_MAX = 500;

const valueMap = z
  .record(z.string().max(MAPPED_VALUE_MAX), z.string().max(LEAD_TEXT_MAX).nullable())
  .refine(
    (map) => Object.keys(map).length <= MAPPED_VALUES_MAX,
    `At most ${MAPPED_VALUES_MAX} values of a column can be mapped`,
  );

/**
 * Replacements by column and value, matched regardless of case and accents; for tags, per tag. Empty drops the
 * value, null keeps it.
 */
export const valueMaps = z
  .record(z.string(), valueMap)
  .refine(
    (maps) => Object.keys(maps).length <= VALUE_MAPS_MAX,
    `At most ${VALUE_MAPS_MAX} columns can have mapped values`,
  );

export type ValueMaps = z.output<typeof valueMaps>;

/** Columns with several tags per cell. */
export const TAGS_TARGET = 'tags';

/** Lead fields with few distinct values, and the tags. */
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

/** Returns whether a mapping target's values can be mapped. */
export function hasFewValues(
  target: string,
  customFields: readonly { name: string; type: string }[],
): boolean {
  const name = customFieldName(target);
  if (name === null) return VALUE_TARGETS.has(target);
  return customFields.some(
    (field) => field.name === name && (field.type === 'boolean' || field.type === 'choice'),
  );
}

/** Returns whether unknown values need confirmation; brands, sources and tags may be new. */
export function asksForUnknown(target: string): boolean {
  return target === 'status' || importField(target)?.kind === 'country' || customFieldName(target) !== null;
}
