import { consentFieldLabel, isConsentField } from './consent-fields.ts';
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
  }),
  field('phone', 'Phone', 'phone', 'Contact', {
    example: '+4915112345678',
  }),
  field('carrier', 'Carrier', 'text', 'Contact', {
    example: 'Telekom',
  }),
  field('numberValid', 'Number Valid', 'boolean', 'Status', { example: 'true', importable: false }),
  field('country', 'Country', 'country', 'Location', {
    example: 'Germany',
    filter: 'countries',
  }),
  field('city', 'City', 'text', 'Location', {
    example: 'Berlin',
  }),
  field('address', 'Address', 'text', 'Location', {
    example: 'Invalidenstr. 1',
  }),
  field('postcode', 'Postcode', 'text', 'Location', {
    example: '10115',
  }),
  field('ip', 'IP', 'ip', 'Location', {
    example: '203.0.113.7',
  }),
  field('brand', 'Brand', 'text', 'Source', { example: 'Acme', filter: 'brands' }),
  field('currency', 'Currency', 'text', 'Deposit', {
    example: 'EUR',
  }),
  field('depositAmount', 'Deposit Amount', 'amount', 'Deposit', {
    example: '250.50',
  }),
  field('depositDate', 'Deposit Date', 'date', 'Deposit', {
    example: '2026-01-31',
  }),
  field('source', 'Source', 'text', 'Source', {
    example: 'facebook',
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
  }),
  field('hlr', 'HLR Status', 'text', 'Status', {
    example: 'active',
  }),
  field('whatsapp', 'WhatsApp Status', 'text', 'Status', {
    example: 'active',
  }),
  field('status', 'Status', 'status', 'Status', {
    example: 'new',
    filter: 'statuses',
  }),
  field('isSold', 'Sold', 'boolean', 'Status', { example: 'false', importable: false }),
  field('customerNumber', 'Customer Number', 'text', 'Status', {
    example: 'C-1001',
  }),
  field('tags', 'Tags', 'tags', 'Status', {
    example: 'vip, summer',
  }),
  field('ownerId', 'Owner', 'user', 'Status', { example: 'sam', importOnly: true }),
  field('dueOn', 'Next Step Due', 'date', 'Status', { example: '2026-03-01', importable: false }),
  field('dueNote', 'Next Step', 'text', 'Status', { example: 'Send the offer', importable: false }),
  field('importId', 'Import ID', 'id', 'System', {
    example: '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e20',
    importable: false,
  }),
  field('createdAt', 'Created At', 'datetime', 'System', {
    example: '2026-02-01T09:30:00.000Z',
    importable: false,
  }),
] as const;

export type LeadField = (typeof TABLE)[number];

export type LeadFieldKey = LeadField['key'];

/** A field that users and programs write. */
export type WrittenField = Extract<LeadField, { written: true }>;

export type FilteredField = Exclude<LeadField, { filter: null }>;

/** Every field that users see, in export order, before custom fields. */
export const LEAD_FIELDS: readonly LeadField[] = TABLE;

export const WRITTEN_FIELDS: readonly WrittenField[] = TABLE.filter((one) => one.written);

/** Fields with an exact filter by value, ignoring case. */
export const FILTERED_FIELDS: readonly FilteredField[] = TABLE.filter((one) => one.filter !== null);

/** Returns the result of `make` by field key. */
export function byKey<F extends { key: string }, V>(
  fields: readonly F[],
  make: (field: F) => V,
): Record<F['key'], V> {
  return Object.fromEntries(fields.map((one) => [one.key, make(one)])) as Record<F['key'], V>;
}

/** Returns the entry of `values` for each field's kind, by field key. */
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

/** Mapping target stored in a lead's own field. */
export type ExtraTargetKey = (typeof EXTRA_TARGETS)[number]['key'];

export type CustomTarget = `custom:${string}`;

/** A lead field as a mapping target. */
export interface ImportField extends AnyField {
  key: LeadFieldKey | ExtraTargetKey;
  /** The field itself, except for additional targets. */
  storedIn: LeadFieldKey;
}

/** Mapping targets except custom fields, in screen order. */
export const IMPORT_FIELDS: readonly ImportField[] = [
  ...LEAD_FIELDS.filter((one) => one.importable).map((one) => ({ ...one, storedIn: one.key })),
  ...EXTRA_TARGETS,
];

/** Columns that an import report prepends; never mapped. */
export const REPORT_COLUMNS: readonly string[] = [
  'Import Row',
  'Import Outcome',
  'Import Reason',
  'Import Value',
];

const IMPORT_FIELD_BY_KEY = new Map<string, ImportField>(IMPORT_FIELDS.map((one) => [one.key, one]));

/** Returns the import field; null if unknown, not importable or custom. */
export function importField(target: string): ImportField | null {
  return IMPORT_FIELD_BY_KEY.get(target) ?? null;
}

const CUSTOM_PREFIX = 'custom:';

export function customTarget(name: string): CustomTarget {
  return `custom:${name}`;
}

/** Returns `Plan` for `custom:Plan`; null for other targets. */
export function customFieldName(target: string): string | null {
  return target.startsWith(CUSTOM_PREFIX) ? target.slice(CUSTOM_PREFIX.length) : null;
}

/** Target of columns kept as a note; several columns may share it. */
export const NOTE_TARGET = 'note';

/** Target of a column of calling codes (`+44`), used to read the row's phone. */
export const CALLING_CODE_TARGET = 'callingCode';

/** Returns whether a column feeds neither a stored field nor a custom field, but something else that an import records. */
export function isOtherTarget(target: string): boolean {
  return target === NOTE_TARGET || target === CALLING_CODE_TARGET || isConsentField(target);
}

export function targetLabel(target: string): string {
  if (target === NOTE_TARGET) return 'Note';
  if (target === CALLING_CODE_TARGET) return 'Calling Code';
  return consentFieldLabel(target) ?? importField(target)?.label ?? customFieldName(target) ?? target;
}

export const CUSTOM_FIELD_TYPES = ['text', 'number', 'date', 'boolean', 'choice'] as const;

export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

export interface CustomFieldSpec {
  /** Names the values of leads; never changes. */
  name: string;
  /** As screens and files show it. */
  label?: string;
  /** Values of a `choice`. */
  options?: readonly string[];
  type: CustomFieldType;
  required: boolean;
}
