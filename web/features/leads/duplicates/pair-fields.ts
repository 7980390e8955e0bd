import type { DuplicatePair } from '#contract/duplicates.ts';
import { customTarget, LEAD_FIELDS } from '#contract/lead-fields.ts';
import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';
import { fieldLabel } from '../../../lib/field-label.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';

/** Field with a value in at least one lead. */
export interface PairField {
  field: string;
  label: string;
  a: string;
  b: string;
  differs: boolean;
  /** Both leads have a value and the field is editable. */
  choosable: boolean;
}

const HIDDEN = new Set(['id', 'importId', 'numberValid']);

function comparedText(value: unknown, field: string): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return [...value].sort().join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'createdAt') return formatDateTime(String(value));
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text;
}

/** Returns a pair's fields; tags offer no choice, because a merge keeps both leads' tags. */
export function pairFields({ a, b }: Pick<DuplicatePair, 'a' | 'b'>): PairField[] {
  const names = new Set([...Object.keys(a.customData), ...Object.keys(b.customData)]);
  const fields = [
    ...LEAD_FIELDS.filter(({ key }) => !HIDDEN.has(key)).map(({ key, label, written, kind }) => ({
      field: key as string,
      label,
      isTaken: written && kind !== 'tags',
    })),
    ...[...names].map((name) => ({
      field: customTarget(name),
      label: fieldLabel(customTarget(name)),
      isTaken: true,
    })),
  ];
  return fields.flatMap(({ field, label, isTaken }) => {
    const [left, right] = [a, b].map((lead: Lead) => comparedText(storedIn(lead, field), field));
    if (!left && !right) return [];
    const differs = left !== right;
    const choosable = differs && Boolean(left) && Boolean(right) && isTaken;
    return [{ field, label, a: left ?? '', b: right ?? '', differs, choosable }];
  });
}

export type Side = 'a' | 'b';

/** Returns the fields taken from the lead merged away. */
export function takenFields(
  fields: readonly PairField[],
  keep: Side,
  chosen: Readonly<Record<string, Side>>,
): string[] {
  return fields
    .filter(({ field, choosable }) => choosable && (chosen[field] ?? keep) !== keep)
    .map(({ field }) => field);
}

export const REASON: Record<DuplicatePair['reason'], string> = {
  name_and_postcode: 'Same name and postcode',
  email_variant: 'Emails that differ by dots or a plus tag',
  phone_extension: 'Phones that differ by an extension',
};

export function pairKey({ a, b }: DuplicatePair): string {
  return `${a.id}-${b.id}`;
}
