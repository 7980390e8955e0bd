import type { StoredColumn } from '../fields.ts';

/** A stored lead with the columns that imports write, and whether it is sold, which the counts depend on. */
export interface StoredLead
  extends Record<Exclude<StoredColumn, 'number_valid' | 'tags' | 'custom_data'>, string | null> {
  id: string;
  status: string;
  number_valid: boolean;
  is_sold: boolean;
  tags: string[];
  custom_data: Record<string, string | number | boolean>;
  // Present only on leads that were read from the database.
  version?: number;
  import_id?: string | null;
  hlr_checked_at?: string | null;
  hlr_source?: string | null;
  whatsapp_checked_at?: string | null;
  whatsapp_source?: string | null;
}

/** A lead before and after the changes of a batch. */
export interface ChangedLead {
  before: StoredLead;
  after: StoredLead;
}

/** Tells whether two values of a column are equal, ignoring the order of an object's keys. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  // Only tags and custom data are objects.
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return JSON.stringify(withSortedKeys(one)) === JSON.stringify(withSortedKeys(other));
}

function withSortedKeys(value: object | null): unknown {
  if (value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
