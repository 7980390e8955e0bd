/** What a field holds; decides how a cell is read, shown, filtered and exported. */
export type FieldKind =
  | 'id'
  | 'text'
  | 'email'
  | 'phone'
  | 'country'
  | 'amount'
  | 'date'
  | 'datetime'
  | 'ip'
  | 'tags'
  | 'status'
  | 'boolean';

/** The heading a field stands under on the screens. */
export type FieldGroup = 'Contact' | 'Location' | 'Deposit' | 'Source' | 'Status' | 'System';

interface Traits {
  /** May a file column feed it? Default true. */
  importable?: boolean;
  /** Offered to an import in update mode alone. */
  updateOnly?: boolean;
  /** Auto-map: words that may stand anywhere in a column name; with a space, all of the words. */
  keywords?: readonly string[];
  /** Auto-map: further names that count only as the whole column name. */
  names?: readonly string[];
}

interface Described<K extends string> extends Required<Traits> {
  key: K;
  /** Column of the table `leads`. */
  column: string;
  label: string;
  kind: FieldKind;
  group: FieldGroup;
}

function field<K extends string>(
  key: K,
  label: string,
  kind: FieldKind,
  group: FieldGroup,
  traits: Traits = {},
): Described<K> {
  const { importable = true, updateOnly = false, keywords = [], names = [] } = traits;
  const column = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { key, column, label, kind, group, importable, updateOnly, keywords, names };
}

const TABLE = [
  field('id', 'Lead ID', 'id', 'System', { updateOnly: true }),
  field('firstName', 'First Name', 'text', 'Contact', {
    keywords: ['first name', 'fname', 'given name', 'forename'],
    names: ['first'],
  }),
  field('lastName', 'Last Name', 'text', 'Contact', {
    keywords: ['last name', 'lname', 'surname', 'family name'],
    names: ['last'],
  }),
  field('email', 'Email', 'email', 'Contact', {
    keywords: ['email', 'emails', 'email address', 'mail address'],
    names: ['mail'],
  }),
  field('phone', 'Phone', 'phone', 'Contact', {
    keywords: ['phone', 'phones', 'mobile', 'tel', 'telephone', 'cellphone', 'whatsapp number'],
    names: ['cell', 'contact number', 'contact no', 'msisdn'],
  }),
  field('carrier', 'Carrier', 'text', 'Contact', { keywords: ['carrier', 'operator', 'provider'] }),
  field('numberValid', 'Number Valid', 'boolean', 'Status', { importable: false }),
  field('country', 'Country', 'country', 'Location', { keywords: ['country', 'nation'], names: ['geo'] }),
  field('city', 'City', 'text', 'Location', { keywords: ['city'] }),
  field('address', 'Address', 'text', 'Location', { keywords: ['address', 'street'] }),
  field('postcode', 'Postcode', 'text', 'Location', {
    keywords: ['postcode', 'postal', 'zip', 'zipcode', 'postalcode'],
  }),
  field('ip', 'IP', 'ip', 'Location', { keywords: ['ip', 'ip address', 'ip addr'] }),
  field('brand', 'Brand', 'text', 'Source', { keywords: ['brand'] }),
  field('currency', 'Currency', 'text', 'Deposit', { names: ['currency code', 'deposit currency'] }),
  field('depositAmount', 'Deposit Amount', 'amount', 'Deposit', {
    keywords: ['deposit amount', 'deposit value', 'deposited amount', 'ftd amount'],
  }),
  field('depositDate', 'Deposit Date', 'date', 'Deposit', { keywords: ['deposit date', 'ftd date'] }),
  field('source', 'Source', 'text', 'Source', { keywords: ['source'] }),
  field('card', 'Card', 'text', 'Deposit', { keywords: ['card'] }),
  field('affiliate', 'Affiliate', 'text', 'Source', {
    keywords: ['affiliate', 'aff'],
    names: ['affiliate id', 'affiliate name', 'aff id'],
  }),
  field('landingPage', 'Landing Page', 'text', 'Source', { keywords: ['landing', 'page', 'landing page'] }),
  field('agent', 'Agent', 'text', 'Source', { names: ['agent name'] }),
  field('depositer', 'Depositer', 'text', 'Deposit', { names: ['depositor'] }),
  field('brandAgent', 'Brand Agent', 'text', 'Source', { keywords: ['brand agent'] }),
  field('hlr', 'HLR Status', 'text', 'Status', { keywords: ['hlr'] }),
  field('whatsapp', 'WhatsApp Status', 'text', 'Status', { keywords: ['whatsapp'] }),
  field('status', 'Status', 'status', 'Status', { names: ['lead status'] }),
  field('isSold', 'Sold', 'boolean', 'Status', { importable: false }),
  field('customerNumber', 'Customer Number', 'text', 'Status'),
  field('tags', 'Tags', 'tags', 'Status', {
    keywords: ['tag', 'tags', 'label', 'labels', 'category', 'categories'],
  }),
  field('importId', 'Import ID', 'id', 'System', { importable: false }),
  field('createdAt', 'Created At', 'datetime', 'System', { importable: false }),
] as const;

/** A field of a lead by its entity name. */
export type LeadFieldKey = (typeof TABLE)[number]['key'];

/** One row of the table of lead fields. */
export type LeadField = Described<LeadFieldKey>;

/** Every field of a lead that a user sees, in the order of exports. Custom fields come after these. */
export const LEAD_FIELDS: readonly LeadField[] = TABLE;

const EXTRA_TARGETS = [
  { ...field('numberHlrStatus', 'Number HLR Status', 'text', 'Status'), column: 'hlr', storedIn: 'hlr' },
  {
    ...field('whatsappHlr', 'WhatsApp HLR', 'text', 'Status', { keywords: ['whatsapp hlr'] }),
    column: 'whatsapp',
    storedIn: 'whatsapp',
  },
] as const;

/** A target that an import offers beside the lead's own fields; it is stored in one of those. */
export type ExtraTargetKey = (typeof EXTRA_TARGETS)[number]['key'];

/** A custom field as a target of a mapping. */
export type CustomTarget = `custom:${string}`;

/** A lead field as a target of a mapping. */
export interface ImportField extends Described<LeadFieldKey | ExtraTargetKey> {
  /** The lead field that takes the value: itself, save for the extra targets. */
  storedIn: LeadFieldKey;
}

/** Every target of a mapping but the custom fields, in the order of the screens. */
export const IMPORT_FIELDS: readonly ImportField[] = [
  ...LEAD_FIELDS.filter((one) => one.importable).map((one) => ({ ...one, storedIn: one.key })),
  ...EXTRA_TARGETS,
];

/** The columns that the report of an import puts before those of the file; no import maps them. */
export const REPORT_COLUMNS: readonly string[] = ['Import Row', 'Import Outcome', 'Import Reason'];

const IMPORT_FIELD_BY_KEY = new Map<string, ImportField>(IMPORT_FIELDS.map((one) => [one.key, one]));

/** The import field that `target` names, or null: unknown, not importable, or a custom field. */
export function importField(target: string): ImportField | null {
  return IMPORT_FIELD_BY_KEY.get(target) ?? null;
}

const CUSTOM_PREFIX = 'custom:';

/** The mapping target of the custom field called `name`. */
export function customTarget(name: string): CustomTarget {
  return `custom:${name}`;
}

/** The custom field's name in a target such as `custom:Plan`, or null when `target` is none. */
export function customFieldName(target: string): string | null {
  return target.startsWith(CUSTOM_PREFIX) ? target.slice(CUSTOM_PREFIX.length) : null;
}

/** The types a custom field can have. */
export const CUSTOM_FIELD_TYPES = ['text', 'number', 'date', 'boolean'] as const;

/** How the values of a custom field are read and shown. */
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

/** A custom field as mapping and import need it. */
export interface CustomFieldSpec {
  name: string;
  type: CustomFieldType;
  required: boolean;
}
