import type { FieldKind } from '#contract/field-spec.ts';
import { LEAD_FIELDS, type LeadField, WRITTEN_FIELDS, type WrittenField } from '#contract/lead-fields.ts';

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
  boolean: 'boolean',
} as const satisfies Record<FieldKind, string>;

type Aliased<F extends LeadField> = F extends LeadField
  ? F['column'] extends F['key']
    ? F['column']
    : `${F['column']} as ${F['key']}`
  : never;

/** The columns of a lead under the names of the contract, as Kysely selects them. */
export const LEAD_COLUMNS: readonly (Aliased<LeadField> | 'custom_data as customData')[] = [
  ...LEAD_FIELDS.map(aliased),
  'custom_data as customData',
];

function aliased<F extends LeadField>({ key, column }: F): Aliased<F> {
  return (key === column ? column : `${column} as ${key}`) as Aliased<F>;
}

/** A column of `leads` that imports, edits and the public API write. */
export type StoredColumn = WrittenField['column'] | 'id' | 'number_valid' | 'custom_data';

/** The stored columns with their types, in the order of the staging table. */
export const STORED: readonly (readonly [StoredColumn, string])[] = [
  ['id', SQL_TYPE.id],
  ...WRITTEN_FIELDS.map(({ column, kind }) => [column, SQL_TYPE[kind]] as const),
  ['number_valid', SQL_TYPE.boolean],
  ['custom_data', 'jsonb'],
];

/** The names of the stored columns. */
export const STORED_COLUMNS: readonly StoredColumn[] = STORED.map(([column]) => column);

/** The columns that an edit, an import in update mode and an undo may change. */
export const CHANGED_COLUMNS: readonly StoredColumn[] = STORED_COLUMNS.filter((column) => column !== 'id');

/** A field whose value is a text that is stored as it was read. */
export type TextField = Extract<WrittenField, { kind: 'text' }>;

/** The fields whose values are plain texts. */
export const TEXT_FIELDS: readonly TextField[] = WRITTEN_FIELDS.filter((field) => field.kind === 'text');
