import type { StoredColumn } from '../fields.ts';

/** A lead as it is stored, in the columns imports write, and whether it is sold, by which it is counted. */
export interface StoredLead
  extends Record<Exclude<StoredColumn, 'number_valid' | 'tags' | 'custom_data'>, string | null> {
  id: string;
  status: string;
  number_valid: boolean;
  is_sold: boolean;
  tags: string[];
  custom_data: Record<string, string | number | boolean>;
  // Known of leads that were looked for by what they hold.
  version?: number;
  hlr_checked_at?: string | null;
  hlr_source?: string | null;
  whatsapp_checked_at?: string | null;
  whatsapp_source?: string | null;
}

/** A lead before and after the rows of a batch. */
export interface ChangedLead {
  before: StoredLead;
  after: StoredLead;
}

/** Whether two values of a column are the same. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  // Tags and custom data alone are objects.
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
