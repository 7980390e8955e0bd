import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import { type StoredLead, sameValue } from '../rows/stored-lead.ts';
import type { LeadInput } from './edit-lead.ts';

/** A field whose value differs from the one that the caller saw. */
export interface ValueMismatch {
  /** Field key, or `custom:<name>` for a custom field. */
  field: string;
  label: string;
  /** Column that stores the field. */
  column: string;
  /** Current value. */
  holds: unknown;
}

/** Returns the fields whose values differ from `expected`; empty text and null are equal. */
export function mismatchesIn(lead: StoredLead, expected: LeadInput): ValueMismatch[] {
  const { customData = {}, ...fields } = expected;
  const own = LEAD_FIELDS.flatMap((field): ValueMismatch[] => {
    const seen = fields[field.key as keyof typeof fields];
    const holds = lead[field.column as keyof StoredLead];
    if (seen === undefined || sameValue(emptied(seen), emptied(holds))) return [];
    return [{ field: field.key, label: field.label, column: field.column, holds }];
  });
  const custom = Object.entries(customData).flatMap(([name, seen]): ValueMismatch[] => {
    const holds = lead.custom_data[name] ?? null;
    if (sameValue(emptied(seen), holds)) return [];
    return [{ field: `custom:${name}`, label: name, column: 'custom_data', holds }];
  });
  return [...own, ...custom];
}

/** Returns the message for the user whose edit was rejected. */
export function mismatchMessage(mismatch: ValueMismatch, changedBy: string | null): string {
  const { holds, label } = mismatch;
  const held = Array.isArray(holds) ? holds.join(', ') : String(holds ?? '');
  const now = held === '' ? 'empty' : `"${held.slice(0, 200)}"`;
  return `${label} is now ${now}${changedBy === null ? '' : `, changed by ${changedBy}`}. Nothing was saved.`;
}

function emptied(value: unknown): unknown {
  return value === '' || value === undefined ? null : value;
}
