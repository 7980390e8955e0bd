import { customTarget, LEAD_FIELDS } from '#contract/lead-fields.ts';
import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';
import { fieldLabel } from '../../../lib/field-label.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';

/** Field with a value in at least one lead. */
export interface ClusterField {
  field: string;
  label: string;
  /** Value of each lead. */
  values: string[];
  differs: boolean;
  /** There are two leads, both have a value, and the field is editable. */
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

/** Returns the fields of leads; tags offer no choice, because a merge keeps all leads' tags. */
export function clusterFields(leads: readonly Lead[]): ClusterField[] {
  const names = new Set(leads.flatMap(({ customData }) => Object.keys(customData)));
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
    const values = leads.map((lead) => comparedText(storedIn(lead, field), field));
    if (values.every((value) => value === '')) return [];
    const differs = new Set(values).size > 1;
    const choosable = leads.length === 2 && differs && !values.includes('') && isTaken;
    return [{ field, label, values, differs, choosable }];
  });
}

/** Returns the fields taken from the lead merged away; leads are named by their places. */
export function takenFields(
  fields: readonly ClusterField[],
  keep: number,
  chosen: Readonly<Record<string, number>>,
): string[] {
  return fields
    .filter(({ field, choosable }) => choosable && (chosen[field] ?? keep) !== keep)
    .map(({ field }) => field);
}
