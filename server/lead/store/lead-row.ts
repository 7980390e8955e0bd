import { byKey, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import { EDITED_COLUMNS, STORED_COLUMNS, type StoredColumn } from '../fields.ts';
import type { CountedLead } from '../stats/stat-writes.ts';
import type { StoredLead } from './stored-lead.ts';

/** A lead as it is stored, in the columns that edits go by. */
export interface LeadRow extends StoredLead {
  version: number;
  deleted_at: Date | null;
  import_id: string | null;
  /** Who made it; null where an import did. */
  created_by_name: string | null;
  created_at: Date;
}

/** `{"<column>": [before, after]}`, as events keep it. */
export type ColumnChanges = Record<string, [unknown, unknown]>;

// New leads share their tags and values: these are replaced, never changed in place.
const EMPTY_LEAD: StoredLead = {
  ...(Object.fromEntries(STORED_COLUMNS.map((column) => [column, null])) as Record<StoredColumn, null>),
  id: '',
  number_valid: false,
  status: 'new',
  tags: [],
  custom_data: {},
  is_sold: false,
};

/** An empty lead with the defaults of the database. Every column is there from the start, so all leads are of one shape. */
export function emptyLead(id: string): StoredLead {
  return { ...EMPTY_LEAD, id };
}

/** The columns that differ, each with what it held and what it holds. */
export function columnChanges(before: StoredLead, after: StoredLead): ColumnChanges {
  const differing = EDITED_COLUMNS.filter((column) => !sameValue(before[column], after[column]));
  return Object.fromEntries(differing.map((column) => [column, [before[column], after[column]]]));
}

/** Whether two stored values are the same; of objects the order of their keys does not count. */
export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What of a lead is counted. */
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
