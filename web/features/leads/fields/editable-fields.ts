import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import type { FieldGroup } from '#contract/field-spec.ts';
import { customFieldName, customTarget, WRITTEN_FIELDS, type WrittenField } from '#contract/lead-fields.ts';
import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';

export type EditorKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'amount'
  | 'number'
  | 'date'
  | 'boolean'
  | 'choice'
  | 'status'
  | 'tags'
  | 'country';

export interface EditableField {
  /** Lead field, or `custom:<name>`. */
  field: string;
  label: string;
  editor: EditorKind;
  /** The server rejects empty values. */
  required: boolean;
  /** Values of a choice. */
  options?: readonly string[];
}

export interface FieldSection {
  title: string;
  fields: EditableField[];
}

/** Value on the wire. */
export type FieldValue = string | number | boolean | string[] | null;

const SECTIONS: readonly FieldGroup[] = ['Status', 'Contact', 'Location', 'Deposit', 'Source'];

/** Most edited first. */
const STATUS_ORDER: readonly string[] = ['status', 'tags', 'hlr', 'whatsapp', 'customerNumber'];

function editorOf({ kind }: WrittenField): EditorKind {
  return kind === 'ip' ? 'text' : kind;
}

/** Other fields follow in their own order. */
function statusRank({ field }: EditableField): number {
  const rank = STATUS_ORDER.indexOf(field);
  return rank === -1 ? STATUS_ORDER.length : rank;
}

/** The customer number belongs to the sale; one that came with an import can be changed until then. */
export function isReadOnly(lead: Pick<Lead, 'isSold' | 'customerNumber'>, field: string): boolean {
  return field === 'customerNumber' && (lead.isSold || lead.customerNumber === null);
}

/** Groups the fields that a new lead and many leads can be given. */
export function givenSections(customFields: readonly CustomFieldEntity[]): FieldSection[] {
  return editableSections(customFields).map(({ title, fields }) => ({
    title,
    fields: fields.filter(({ field }) => field !== 'customerNumber'),
  }));
}

/** Groups editable fields by heading, custom fields last. */
export function editableSections(customFields: readonly CustomFieldEntity[]): FieldSection[] {
  const sections = SECTIONS.map((group) => ({
    title: group as string,
    fields: WRITTEN_FIELDS.filter((one) => one.group === group).map(
      (one): EditableField => ({
        field: one.key,
        label: one.label,
        editor: editorOf(one),
        required: one.key === 'status',
      }),
    ),
  }));
  for (const { title, fields } of sections) {
    if (title !== 'Status') continue;
    fields.sort((a, b) => statusRank(a) - statusRank(b));
  }
  const custom = customFields.map(
    ({ name, label, type, required, options }): EditableField => ({
      field: customTarget(name),
      label,
      editor: type,
      required,
      ...(type === 'choice' && { options }),
    }),
  );
  return custom.length === 0 ? sections : [...sections, { title: 'Custom Fields', fields: custom }];
}

/** Returns a field's value; null if empty. */
export function fieldValueOf(lead: Lead, field: string): FieldValue {
  const value = storedIn(lead, field);
  return value === undefined || value === '' ? null : (value as FieldValue);
}

export function valueText(value: FieldValue): string {
  return value === null ? '' : String(value);
}

/** Parses an editor's text, or returns the error. */
export function readValue(editor: EditorKind, text: string): { value: FieldValue } | { error: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  if (editor === 'boolean') return { value: trimmed === 'true' };
  if (editor !== 'number') return { value: trimmed };
  const number = Number(trimmed);
  return Number.isFinite(number) ? { value: number } : { error: 'Enter a number' };
}

/** Builds a request body; custom fields go into `customData`. */
export function bodyOf(values: Readonly<Record<string, FieldValue>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const customData: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries(values)) {
    const custom = customFieldName(field);
    if (custom === null) body[field] = value;
    else customData[custom] = value;
  }
  return Object.keys(customData).length === 0 ? body : { ...body, customData };
}

/** Compares values; lists in any order. */
export function sameFieldValue(a: FieldValue, b: FieldValue): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return [...a].sort().join('\n') === [...b].sort().join('\n');
  return a === b;
}

/** Returns a field's value from a conflict reply, which nests custom fields. */
export function conflictingValue(current: Readonly<Record<string, unknown>>, field: string): FieldValue {
  const custom = customFieldName(field);
  const nested = current['customData'];
  const inNested =
    custom !== null && typeof nested === 'object' && nested !== null ? Object.entries(nested) : [];
  const value = current[field] ?? inNested.find(([name]) => name === custom)?.[1];
  return value === undefined ? null : (value as FieldValue);
}
