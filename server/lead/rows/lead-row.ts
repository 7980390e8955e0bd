import { byKey, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import { EDITED_COLUMNS, STORED_COLUMNS, type StoredColumn } from '../fields.ts';
import type { CountedLead } from '../stats/stat-writes.ts';
import { type StoredLead, sameValue } from './stored-lead.ts';

/** A stored lead with the columns that edits need. */
export interface LeadRow extends StoredLead {
  version: number;
  deleted_at: Date | null;
  import_id: string | null;
  /** Name of the creator; null for leads from an import. */
  created_by_name: string | null;
  created_at: Date;
}

/** Changed columns as events store them: `{"<column>": [before, after]}`. */
export type ColumnChanges = Record<string, [unknown, unknown]>;

// New leads share these tags and custom values, which are therefore replaced, never mutated.
const EMPTY_LEAD: StoredLead = {
  ...(Object.fromEntries(STORED_COLUMNS.map((column) => [column, null])) as Record<StoredColumn, null>),
  id: '',
  number_valid: false,
  status: 'new',
  tags: [],
  custom_data: {},
  is_sold: false,
};

/** Returns an empty lead with the database's defaults. All columns are present, so that all leads have the same shape. */
export function emptyLead(id: string): StoredLead {
  return { ...EMPTY_LEAD, id };
}

/** Returns the columns that differ, each with its value before and after. */
export function columnChanges(before: StoredLead, after: StoredLead): ColumnChanges {
  const differing = EDITED_COLUMNS.filter((column) => !sameValue(before[column], after[column]));
  return Object.fromEntries(differing.map((column) => [column, [before[column], after[column]]]));
}

/** Returns the lead's name and identities, which identify it in a timeline and the audit trail. */
export function nameOfLead(lead: Pick<StoredLead, 'first_name' | 'last_name' | 'email' | 'phone'>): string {
  const name = [lead.first_name, lead.last_name].filter((part) => part !== null).join(' ');
  return [name, lead.email, lead.phone].filter((part) => part !== null && part !== '').join(', ');
}

/** Returns the counted fields of a stored lead. */
export function countedRow(lead: StoredLead): CountedLead {
  return {
    phone: lead.phone,
    numberValid: lead.number_valid,
    ...byKey(FILTERED_FIELDS, ({ column }) => lead[column]),
    status: lead.status,
    isSold: lead.is_sold,
    hlr: lead.hlr,
    whatsapp: lead.whatsapp,
    tags: lead.tags,
  };
}
