import { CHANNEL_LABELS, CONSENT_CHANNELS, type ConsentChannel } from './consent-fields.ts';
import type { FieldGroup, FieldKind } from './field-spec.ts';
import { DUE_STATES, FILTER_TEXT_MAX, isDay, isUuid } from './filter-values.ts';
import { type CustomFieldType, customTarget, LEAD_FIELDS, type LeadFieldKey } from './lead-fields.ts';

// The `where` filter: a JSON list such as `[["city","contains","ber"],["createdAt","lastDays","7"]]` of
// field, operator and values. `["any", [["city","is","Bonn"]], [["brand","is","Acme"],["isSold","is","false"]]]` in it asks that all
// conditions of one of these lists hold. The lead list loads this file lazily.

export const CONDITIONS_MAX = 20;
export const CONDITION_VALUES_MAX = 50;
const DAYS_MAX = 3_650;

/** Decides a field's operators and value format. */
export type ConditionKind =
  | 'text'
  | 'country'
  | 'status'
  | 'tags'
  | 'number'
  | 'date'
  | 'time'
  | 'yesNo'
  /** Yes, no or empty. */
  | 'maybe'
  | 'id'
  | 'user'
  | 'due'
  | 'import'
  | 'consent';

/** Operators by kind, in display order. */
export const OPERATORS = {
  text: ['is', 'isNot', 'anyOf', 'contains', 'startsWith', 'isEmpty', 'isNotEmpty'],
  country: ['is', 'isNot', 'anyOf', 'isEmpty', 'isNotEmpty'],
  status: ['is', 'isNot', 'anyOf'],
  tags: ['anyOf', 'noneOf', 'isEmpty', 'isNotEmpty'],
  number: ['is', 'isNot', 'between', 'isEmpty', 'isNotEmpty'],
  date: ['is', 'between', 'lastDays', 'isEmpty', 'isNotEmpty'],
  time: ['lastDays', 'is', 'between'],
  yesNo: ['is'],
  maybe: ['is', 'isEmpty', 'isNotEmpty'],
  id: ['is', 'anyOf'],
  /** `me` is the signed-in user. */
  user: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  /** A day, or `today` (or earlier), `overdue`, `upcoming`. */
  due: ['is', 'between', 'isEmpty', 'isNotEmpty'],
  import: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
  consent: ['is'],
} as const satisfies Record<ConditionKind, readonly string[]>;

export type ConditionOperator = (typeof OPERATORS)[ConditionKind][number];

export interface Condition {
  /** Field key, `custom:<name>`, `consent:<channel>`, `updatedAt`, `soldAt` or `import`. */
  field: string;
  operator: ConditionOperator;
  /** `between` takes two bounds ('' for open), `anyOf` and `noneOf` any number, `isEmpty` none. */
  values: string[];
}

export interface ConditionField {
  field: string;
  label: string;
  kind: ConditionKind;
  group: FieldGroup | 'Consent' | 'Custom Fields';
}

const KIND: Record<FieldKind, ConditionKind> = {
  id: 'id',
  text: 'text',
  email: 'text',
  phone: 'text',
  country: 'country',
  amount: 'number',
  date: 'date',
  datetime: 'time',
  ip: 'text',
  tags: 'tags',
  status: 'status',
  boolean: 'yesNo',
  user: 'user',
};

const CUSTOM_KIND: Record<CustomFieldType, ConditionKind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'maybe',
  choice: 'text',
};

const LISTED = LEAD_FIELDS.map(({ key, label, kind, group }): ConditionField => {
  if (key === 'importId') return { field: 'import', label: 'Import', kind: 'import', group };
  return { field: key, label, kind: key === 'dueOn' ? 'due' : KIND[kind], group };
});

const OTHERS: readonly ConditionField[] = [
  { field: 'updatedAt', label: 'Updated At', kind: 'time', group: 'System' },
  { field: 'soldAt', label: 'Sold At', kind: 'time', group: 'Status' },
  { field: 'suppressed', label: 'Suppressed', kind: 'yesNo', group: 'Status' },
];

export const CONSENT_STATES = ['given', 'withdrawn', 'missing'] as const;

const CONSENT_PREFIX = 'consent:';

const CONSENTS = CONSENT_CHANNELS.map((channel): ConditionField => {
  const label = `Consent: ${CHANNEL_LABELS[channel]}`;
  return { field: `${CONSENT_PREFIX}${channel}`, label, kind: 'consent', group: 'Consent' };
});

/** Returns `phone` for `consent:phone`; null for other fields. */
export function consentConditionChannel(field: string): ConsentChannel | null {
  return CONSENT_CHANNELS.find((channel) => field === `${CONSENT_PREFIX}${channel}`) ?? null;
}

/** Returns every filterable field, custom fields last. */
export function conditionFields(
  customFields: readonly { name: string; label?: string; type: CustomFieldType }[],
): ConditionField[] {
  return [
    ...LISTED,
    ...OTHERS,
    ...CONSENTS,
    ...customFields.map(
      ({ name, label = name, type }): ConditionField => ({
        field: customTarget(name),
        label,
        kind: CUSTOM_KIND[type],
        group: 'Custom Fields',
      }),
    ),
  ];
}

export function conditionFieldOf(column: LeadFieldKey | (string & {})): string {
  return column === 'importId' ? 'import' : column;
}

/** Part of `where`: a condition, or alternatives, each a list of conditions that must all hold. */
export type WherePart = Condition | AnyOf;

export interface AnyOf {
  any: Condition[][];
}

/** Formats `where`; undefined without any part. */
export function whereOf(parts: readonly WherePart[]): string | undefined {
  if (parts.length === 0) return undefined;
  const entryOf = ({ field, operator, values }: Condition) => [field, operator, ...values];
  return JSON.stringify(
    parts.map((part) => ('any' in part ? [ANY, ...part.any.map((all) => all.map(entryOf))] : entryOf(part))),
  );
}

/** Parses `where`; a `problem` is in words. */
export function parseWhere(
  text: string,
  fields: readonly ConditionField[],
): { parts: WherePart[] } | { problem: string } {
  const listed = parseList(text);
  if (listed === null) {
    return { problem: 'where is a JSON list of conditions such as ["city","contains","ber"]' };
  }
  const parts: WherePart[] = [];
  for (const [index, entry] of listed.entries()) {
    const isAny = Array.isArray(entry) && entry[0] === ANY;
    const read = isAny ? parseAny(entry.slice(1), fields) : parseCondition(entry, fields);
    if (typeof read === 'string') return { problem: `Condition ${index + 1} of where: ${read}` };
    parts.push(read);
  }
  if (conditionsOf(parts).length > CONDITIONS_MAX) {
    return { problem: `where takes at most ${CONDITIONS_MAX} conditions` };
  }
  return { parts };
}

/** Returns all conditions of `where`, those of its lists too. */
export function conditionsOf(parts: readonly WherePart[]): Condition[] {
  return parts.flatMap((part) => ('any' in part ? part.any.flat() : part));
}

const ANY = 'any';

function parseAny(lists: readonly unknown[], fields: readonly ConditionField[]): AnyOf | string {
  const isList = (list: unknown): list is unknown[] => Array.isArray(list) && list.length > 0;
  if (lists.length === 0 || !lists.every(isList)) {
    return 'write "any" and lists of conditions, such as ["any",[["city","is","Bonn"]],[["city","isEmpty"]]]';
  }
  const any: Condition[][] = [];
  for (const list of lists) {
    const all = list.map((entry) => parseCondition(entry, fields));
    const problem = all.find((one) => typeof one === 'string');
    if (problem !== undefined) return problem;
    any.push(all as Condition[]);
  }
  return { any };
}

function parseList(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

function parseCondition(entry: unknown, fields: readonly ConditionField[]): Condition | string {
  if (!Array.isArray(entry) || !entry.every(isScalar) || entry.length < 2) {
    return 'write a list of a field, an operator and its values';
  }
  const [field = '', operator = '', ...values] = entry.map((value) => String(value).trim());
  const known = fields.find((one) => one.field === field);
  if (known === undefined) return `there is no field ${field.slice(0, 100)}`;
  const condition = { field, operator: operator as ConditionOperator, values };
  return conditionProblem(condition, known) ?? condition;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Returns a condition's problem in words, or null. */
export function conditionProblem(
  { field, operator, values }: Condition,
  { kind }: ConditionField,
): string | null {
  const operators: readonly string[] = OPERATORS[kind];
  if (!operators.includes(operator)) {
    return `${field} takes ${operators.join(', ')}, not ${operator.slice(0, 50)}`;
  }
  if (operator === 'isEmpty' || operator === 'isNotEmpty') {
    return values.length === 0 ? null : `${operator} takes no value`;
  }
  if (operator === 'anyOf' || operator === 'noneOf') {
    if (values.length === 0) return `${operator} needs a value`;
    if (values.length > CONDITION_VALUES_MAX) {
      return `${operator} takes at most ${CONDITION_VALUES_MAX} values`;
    }
  } else if (operator === 'between') {
    if (values.length !== 2) return 'between takes two values; leave one empty for no limit';
    if (values.every((value) => value === '')) return 'between needs at least one value';
  } else if (values.length !== 1) {
    return `${operator} takes one value`;
  }
  if (operator === 'lastDays') return isDays(values[0] ?? '') ? null : `write 1 to ${DAYS_MAX} days`;
  const given = operator === 'between' ? values.filter((value) => value !== '') : values;
  return given.map((value) => valueProblem(value, kind)).find((problem) => problem !== null) ?? null;
}

function valueProblem(value: string, kind: ConditionKind): string | null {
  if (value === '') return 'a value is empty';
  if (value.length > FILTER_TEXT_MAX) return `a value is longer than ${FILTER_TEXT_MAX} characters`;
  if (kind === 'user' && value === 'me') return null;
  if (kind === 'due' && value !== 'none' && DUE_STATES.some((state) => state === value)) return null;
  if (kind === 'number' && !NUMBER.test(value)) return `${cut(value)} is not a number such as 12.5`;
  if ((kind === 'date' || kind === 'time' || kind === 'due') && !isDay(value)) {
    return `${cut(value)} is not a date such as 2026-01-31`;
  }
  if ((kind === 'yesNo' || kind === 'maybe') && value !== 'true' && value !== 'false') {
    return `use true or false, not ${cut(value)}`;
  }
  if (kind === 'consent' && !CONSENT_STATES.some((state) => state === value)) {
    return `use ${CONSENT_STATES.join(', ')}, not ${cut(value)}`;
  }
  if ((kind === 'id' || kind === 'import' || kind === 'user') && !isUuid(value))
    return `${cut(value)} is not an ID`;
  return null;
}

const NUMBER = /^-?\d{1,12}(\.\d{1,6})?$/;

function isDays(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= DAYS_MAX;
}

function cut(value: string): string {
  return value.slice(0, 50);
}
