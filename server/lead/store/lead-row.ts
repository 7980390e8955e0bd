import type { CountedLead } from '../stats/stat-writes.ts';
import { STAGED_COLUMNS, type StagedColumn } from './staging.ts';
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

/** The columns that an edit may change; the order of their statements. */
export const EDITED_COLUMNS: readonly StagedColumn[] = STAGED_COLUMNS.filter((column) => column !== 'id');

// New leads share what they hold nothing in: tags and values are replaced, never changed where they are.
const NO_TAGS: StoredLead['tags'] = [];
const NO_VALUES: StoredLead['custom_data'] = {};

/**
 * A lead of which nothing is known yet, with the defaults of the database. Every column is there from the start: leads
 * that are filled in afterwards are all of one shape.
 */
export function emptyLead(id: string): StoredLead {
  return {
    id,
    first_name: null,
    last_name: null,
    email: null,
    phone: null,
    number_valid: false,
    carrier: null,
    country: null,
    city: null,
    address: null,
    postcode: null,
    ip: null,
    brand: null,
    currency: null,
    deposit_amount: null,
    deposit_date: null,
    source: null,
    card: null,
    affiliate: null,
    landing_page: null,
    agent: null,
    depositer: null,
    brand_agent: null,
    hlr: null,
    whatsapp: null,
    status: 'new',
    customer_number: null,
    tags: NO_TAGS,
    custom_data: NO_VALUES,
    is_sold: false,
  };
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
    status: lead.status,
    country: lead.country,
    brand: lead.brand,
    source: lead.source,
    isSold: lead.is_sold,
    hlr: lead.hlr,
    whatsapp: lead.whatsapp,
    tags: lead.tags,
  };
}
