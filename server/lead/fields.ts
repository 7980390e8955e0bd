import type { FieldKind } from '#contract/field-spec.ts';
import { LEAD_FIELDS, type LeadField, WRITTEN_FIELDS, type WrittenField } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';
import type { StoredConsent } from './values/consent-state.ts';

/** Type of the column that stores a field, by the kind of the field. */
const SQL_TYPE = {
  id: 'uuid',
  text: 'text',
  email: 'text',
  phone: 'text',
  country: 'text',
  amount: 'numeric(14, 2)',
  date: 'date',
  datetime: 'timestamptz',
  ip: 'text',
  tags: 'text[]',
  status: 'text',
  user: 'uuid',
  boolean: 'boolean',
} as const satisfies Record<FieldKind, string>;

/** The columns of a lead under the names of the contract, as SQL. */
export const LEAD_COLUMNS = [
  ...LEAD_FIELDS.map(({ key, column }) => `${column} AS "${key}"`),
  'suppressed',
  'custom_data AS "customData"',
  'consent',
].join(', ');

/** A row of `LEAD_COLUMNS`. */
export interface SelectedLead extends Omit<Lead, 'createdAt' | 'owner' | 'nextStep' | 'consent'> {
  createdAt: Date;
  consent: StoredConsent | null;
  ownerId: string | null;
  dueOn: string | null;
  dueNote: string | null;
}

/** Owner and next step, which have inputs of their own. */
type FollowUpField = Extract<LeadField, { key: 'ownerId' | 'dueOn' | 'dueNote' }>;

const FOLLOW_UP_FIELDS = LEAD_FIELDS.filter((field): field is FollowUpField =>
  ['ownerId', 'dueOn', 'dueNote'].includes(field.key),
);

/** A column of `leads` that imports, edits and the public API write. */
export type StoredColumn =
  | WrittenField['column']
  | FollowUpField['column']
  | 'id'
  | 'number_valid'
  | 'custom_data';

/** The name of a stored column in the contract. */
export type StoredKey = WrittenField['key'] | FollowUpField['key'] | 'id' | 'numberValid' | 'customData';

/** The stored columns in the order of the staging table, each with its type and its name in the contract. */
export const STORED: readonly (readonly [StoredColumn, string, StoredKey])[] = [
  ['id', SQL_TYPE.id, 'id'],
  ...[...WRITTEN_FIELDS, ...FOLLOW_UP_FIELDS].map(
    ({ column, kind, key }) => [column, SQL_TYPE[kind], key] as const,
  ),
  ['number_valid', SQL_TYPE.boolean, 'numberValid'],
  ['custom_data', 'jsonb', 'customData'],
];

export const STORED_COLUMNS: readonly StoredColumn[] = STORED.map(([column]) => column);

/** The columns that an edit may change; the order of their statements. */
export const EDITED_COLUMNS: readonly StoredColumn[] = STORED_COLUMNS.filter((column) => column !== 'id');
