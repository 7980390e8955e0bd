import { type AnyField, field } from './field-spec.ts';

const TABLE = [
  field('id', 'Lead ID', 'id', 'System', {
    example: '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e10',
    updateOnly: true,
  }),
  field('firstName', 'First Name', 'text', 'Contact', {
    example: 'Jane',
  }),
  field('lastName', 'Last Name', 'text', 'Contact', {
    example: 'Doe',
  }),
  field('email', 'Email', 'email', 'Contact', {
    example: 'jane.doe@example.com',
    description: 'Email address; trimmed and lower-cased. Unique within the organization.',
  }),
  field('phone', 'Phone', 'phone', 'Contact', {
    example: '+4915112345678',
    description:
      'International phone number, or a local one together with `country`. A valid number is stored in E.164 and is unique.',
  }),
  field('carrier', 'Carrier', 'text', 'Contact', {
    example: 'Telekom',
    description: 'Phone carrier',
  }),
  field('numberValid', 'Number Valid', 'boolean', 'Status', { example: 'true', importable: false }),
  field('country', 'Country', 'country', 'Location', {
    example: 'Germany',
    description: "Country name or ISO code. If omitted, it's taken from a valid phone number.",
    filter: 'countries',
  }),
  field('city', 'City', 'text', 'Location', {
    example: 'Berlin',
  }),
  field('address', 'Address', 'text', 'Location', {
    example: 'Invalidenstr. 1',
    description: 'Street and number',
  }),
  field('postcode', 'Postcode', 'text', 'Location', {
    example: '10115',
    description: 'Postal code',
  }),
  field('ip', 'IP', 'ip', 'Location', {
    example: '203.0.113.7',
    description: 'IPv4 or IPv6 address of the person',
  }),
  field('brand', 'Brand', 'text', 'Source', { example: 'Acme', filter: 'brands' }),
  field('currency', 'Currency', 'text', 'Deposit', {
    example: 'EUR',
    description: 'Currency of the deposit',
  }),
  field('depositAmount', 'Deposit Amount', 'amount', 'Deposit', {
    example: '250.50',
    description: 'Amount with up to two decimals, as a number or a string',
  }),
  field('depositDate', 'Deposit Date', 'date', 'Deposit', {
    example: '2026-01-31',
    description: 'Date of the deposit, `yyyy-mm-dd`',
  }),
  field('source', 'Source', 'text', 'Source', {
    example: 'facebook',
    description: 'Where the lead comes from',
    filter: 'sources',
  }),
  field('card', 'Card', 'text', 'Deposit', { example: 'visa' }),
  field('affiliate', 'Affiliate', 'text', 'Source', {
    example: 'aff-42',
  }),
  field('landingPage', 'Landing Page', 'text', 'Source', {
    example: 'https://example.com/offer',
  }),
  field('agent', 'Agent', 'text', 'Source', {
    example: 'Sam',
  }),
  field('depositer', 'Depositer', 'text', 'Deposit', { example: 'yes' }),
  field('brandAgent', 'Brand Agent', 'text', 'Source', {
    example: 'Alex',
    description: 'Agent of the brand',
  }),
  field('hlr', 'HLR Status', 'text', 'Status', {
    example: 'active',
    description: 'HLR status of the number',
  }),
  field('whatsapp', 'WhatsApp Status', 'text', 'Status', {
    example: 'active',
    description: 'WhatsApp status of the number',
  }),
  field('status', 'Status', 'status', 'Status', {
    example: 'new',
    description:
      'One of your statuses, case-insensitive; `new` if omitted. After a status is renamed, its earlier names still work.',
    filter: 'statuses',
  }),
  field('isSold', 'Sold', 'boolean', 'Status', { example: 'false', importable: false }),
  field('customerNumber', 'Customer Number', 'text', 'Status', {
    example: 'C-1001',
    description: 'Number of the customer',
  }),
  field('tags', 'Tags', 'tags', 'Status', {
    example: 'vip, summer',
    description: 'Tags; an update replaces them all',
  }),
  field('importId', 'Import ID', 'id', 'System', {
    example: '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e20',
    importable: false,
  }),
  field('createdAt', 'Created At', 'datetime', 'System', {
    example: '2026-02-01T09:30:00.000Z',
    importable: false,
  }),
] as const;

/** One row of the table of lead fields. */
export type LeadField = (typeof TABLE)[number];

/** A field of a lead by its entity name. */
export type LeadFieldKey = LeadField['key'];

/** A field that people and programs write into a lead. */
export type WrittenField = Extract<LeadField, { written: true }>;

/** A field whose values leads are filtered by. */
export type FilteredField = Exclude<LeadField, { filter: null }>;

/** Every field of a lead that a user sees, in the order of exports. Custom fields come after these. */
export const LEAD_FIELDS: readonly LeadField[] = TABLE;

/** Fields that people and programs write into a lead. */
export const WRITTEN_FIELDS: readonly WrittenField[] = TABLE.filter((one) => one.written);

/** Fields with a filter by value: exact, in any case. */
export const FILTERED_FIELDS: readonly FilteredField[] = TABLE.filter((one) => one.filter !== null);

/** Returns an object with the result of `make` for each field, by the field's key. */
export function byKey<F extends { key: string }, V>(
  fields: readonly F[],
  make: (field: F) => V,
): Record<F['key'], V> {
  return Object.fromEntries(fields.map((one) => [one.key, make(one)])) as Record<F['key'], V>;
}

/** Returns an object with the entry of `values` for each field's kind, by the field's key. */
export function byKind<F extends AnyField, V extends Record<F['kind'], unknown>>(
  fields: readonly F[],
  values: V,
): { [One in F as One['key']]: V[One['kind']] } {
  const entries = fields.map((one) => [one.key, values[one.kind as F['kind']]]);
  return Object.fromEntries(entries) as { [One in F as One['key']]: V[One['kind']] };
}

const EXTRA_TARGETS = [
  {
    ...field('numberHlrStatus', 'Number HLR Status', 'text', 'Status', { example: 'active' }),
    column: 'hlr',
    storedIn: 'hlr',
  },
  {
    ...field('whatsappHlr', 'WhatsApp HLR', 'text', 'Status', {
      example: 'active',
    }),
    column: 'whatsapp',
    storedIn: 'whatsapp',
  },
] as const;

/** An additional mapping target, stored in one of the lead's own fields. */
export type ExtraTargetKey = (typeof EXTRA_TARGETS)[number]['key'];

/** A custom field as a target of a mapping. */
export type CustomTarget = `custom:${string}`;

/** A lead field as a target of a mapping. */
export interface ImportField extends AnyField {
  key: LeadFieldKey | ExtraTargetKey;
  /** The lead field that stores the value: the field itself, except for the additional targets. */
  storedIn: LeadFieldKey;
}

/** Every mapping target except the custom fields, in the order of the screens. */
export const IMPORT_FIELDS: readonly ImportField[] = [
  ...LEAD_FIELDS.filter((one) => one.importable).map((one) => ({ ...one, storedIn: one.key })),
  ...EXTRA_TARGETS,
];

/** Columns that an import report adds in front of the file's own; never mapped. */
export const REPORT_COLUMNS: readonly string[] = ['Import Row', 'Import Outcome', 'Import Reason'];

const IMPORT_FIELD_BY_KEY = new Map<string, ImportField>(IMPORT_FIELDS.map((one) => [one.key, one]));

/** Returns the import field named `target`; null if it is unknown, not importable or a custom field. */
export function importField(target: string): ImportField | null {
  return IMPORT_FIELD_BY_KEY.get(target) ?? null;
}

const CUSTOM_PREFIX = 'custom:';

/** Returns the mapping target of a custom field. */
export function customTarget(name: string): CustomTarget {
  return `custom:${name}`;
}

/** Returns the name of a custom field from a target such as `custom:Plan`; null for other targets. */
export function customFieldName(target: string): string | null {
  return target.startsWith(CUSTOM_PREFIX) ? target.slice(CUSTOM_PREFIX.length) : null;
}

/** Mapping target of columns that are kept as a note on the lead; several columns may have it. */
export const NOTE_TARGET = 'note';

/** Returns the label of a mapping target. */
export function targetLabel(target: string): string {
  if (target === NOTE_TARGET) return 'Note';
  return importField(target)?.label ?? customFieldName(target) ?? target;
}

/** Types of custom fields. */
export const CUSTOM_FIELD_TYPES = ['text', 'number', 'date', 'boolean'] as const;

/** Type of a custom field's values. */
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

/** A custom field, as mapping and import need it. */
export interface CustomFieldSpec {
  name: string;
  type: CustomFieldType;
  required: boolean;
}
