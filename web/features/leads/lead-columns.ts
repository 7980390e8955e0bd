import {
  type CustomFieldType,
  customTarget,
  LEAD_FIELDS,
  type LeadField,
  type LeadFieldKey,
} from '#contract/lead-fields.ts';
import type { LeadColumn } from '#contract/views.ts';

/** First and last name; always shown first. */
export const NAME = 'name';

type LeadColumnKind = LeadField['kind'] | 'name' | 'number';

export interface ColumnSpec {
  /** Lead field, `custom:<name>`, or the name. */
  field: string;
  label: string;
  kind: LeadColumnKind;
  numeric: boolean;
  editable: boolean;
  /** CSS pixels. */
  defaultWidth: number;
}

export interface ShownColumn extends ColumnSpec {
  width: number;
}

export const WIDTH_MIN = 64;
export const WIDTH_MAX = 800;

/** Shorter than in imports, for narrow columns. */
const SHORT_LABEL: Partial<Record<LeadFieldKey, string>> = {
  depositAmount: 'Deposit',
  createdAt: 'Created',
  whatsapp: 'WhatsApp',
  hlr: 'HLR',
};

const WIDTH: Partial<Record<string, number>> = {
  name: 168,
  email: 188,
  phone: 164,
  country: 128,
  brand: 112,
  source: 104,
  status: 116,
  isSold: 104,
  tags: 176,
  depositAmount: 120,
  createdAt: 124,
  address: 200,
  landingPage: 200,
  numberValid: 120,
};

const DEFAULT_FIELDS =
  'name email phone country brand source status isSold tags depositAmount createdAt'.split(' ');

function specOf(field: string, label: string, kind: LeadColumnKind, editable: boolean): ColumnSpec {
  const numeric = kind === 'amount' || kind === 'number';
  return { field, label, kind, numeric, editable, defaultWidth: WIDTH[field] ?? 128 };
}

function columnLabel(key: LeadFieldKey, label: string): string {
  return SHORT_LABEL[key] ?? label;
}

const CUSTOM_KIND: Record<CustomFieldType, LeadColumnKind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  choice: 'text',
};

export function allColumns(
  customFields: readonly { name: string; label?: string; type: CustomFieldType }[],
): ColumnSpec[] {
  return [
    specOf(NAME, 'Name', 'name', false),
    ...LEAD_FIELDS.map(({ key, label, kind, written }) =>
      specOf(key, columnLabel(key, label), kind, written),
    ),
    ...customFields.map(({ name, label = name, type }) =>
      specOf(customTarget(name), label, CUSTOM_KIND[type], true),
    ),
  ];
}

/** Returns the existing chosen columns or the defaults, name first; a null width means the default. */
export function shownColumns(
  all: readonly ColumnSpec[],
  chosen: readonly LeadColumn[] | null,
): ShownColumn[] {
  const wanted = chosen ?? DEFAULT_FIELDS.map((field) => ({ field, width: null }));
  const name = wanted.find(({ field }) => field === NAME) ?? { field: NAME, width: null };
  return [name, ...wanted.filter(({ field }) => field !== NAME)].flatMap(({ field, width }) => {
    const spec = all.find((column) => column.field === field);
    return spec ? [{ ...spec, width: width ?? spec.defaultWidth }] : [];
  });
}

/** Converts columns for storage. */
export function keptColumns(columns: readonly ShownColumn[]): LeadColumn[] {
  return columns.map(({ field, width, defaultWidth }) => ({
    field,
    width: width === defaultWidth ? null : width,
  }));
}

/** Moves a column right by `steps`, left if negative; the name stays first. */
export function moveColumn(columns: readonly ShownColumn[], field: string, steps: number): ShownColumn[] {
  const from = columns.findIndex((column) => column.field === field);
  const to = Math.min(columns.length - 1, Math.max(1, from + steps));
  const moved = columns[from];
  if (moved === undefined || from < 1 || to === from) return [...columns];
  const others = columns.filter((column) => column !== moved);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

export function resizeColumn(columns: readonly ShownColumn[], field: string, width: number): ShownColumn[] {
  const bounded = Math.round(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width)));
  return columns.map((column) => (column.field === field ? { ...column, width: bounded } : column));
}
