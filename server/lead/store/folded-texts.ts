import { LEAD_FIELDS, type LeadField } from '#contract/lead-fields.ts';
import type { StoredLead } from '../rows/stored-lead.ts';
import { foldText, isPlainText } from '../values/fold-text.ts';

/** Folded forms of a lead's texts. PostgreSQL folds printable ASCII itself, so most leads need none. */
export interface FoldedTexts {
  /** Full name and email, a line each. */
  search?: string;
  /** Fields that hold a text, by column. */
  fields?: Record<string, string>;
  /** Custom fields that hold a text. */
  custom?: Record<string, string>;
}

type TextField = Extract<LeadField, { kind: 'text' | 'email' | 'phone' | 'ip'; filter: null }>;

/** Values of the others are resolved to their spellings. */
const TEXT_FIELDS = LEAD_FIELDS.filter(
  (field): field is TextField =>
    field.filter === null && ['text', 'email', 'phone', 'ip'].includes(field.kind),
);

/** Columns of `leads` whose texts are folded. */
export const FOLDED_COLUMNS: readonly TextField['column'][] = TEXT_FIELDS.map(({ column }) => column);

/** The values of a lead that are folded. */
export type FoldedValues = Partial<Record<TextField['key'], string | null | undefined>> & {
  customData?: Record<string, string | number | boolean> | undefined;
};

/** Null if all texts are printable ASCII. */
export function foldedTexts(lead: FoldedValues): FoldedTexts | null {
  const { firstName, lastName, email, customData } = lead;
  return folded(
    (field) => lead[field.key],
    [`${firstName ?? ''} ${lastName ?? ''}`, email ?? ''],
    customData,
  );
}

export type FoldedColumns = Pick<StoredLead, TextField['column'] | 'custom_data'>;

export function foldedTextsOf(lead: FoldedColumns): FoldedTexts | null {
  const { first_name, last_name, email, custom_data } = lead;
  return folded(
    (field) => lead[field.column],
    [`${first_name ?? ''} ${last_name ?? ''}`, email ?? ''],
    custom_data,
  );
}

function folded(
  textOf: (field: TextField) => string | null | undefined,
  searched: readonly string[],
  customData: FoldedValues['customData'] = {},
): FoldedTexts | null {
  const fields: [string, string][] = [];
  for (const field of TEXT_FIELDS) {
    const text = textOf(field);
    if (text && !isPlainText(text)) fields.push([field.column, foldText(text)]);
  }
  const custom = Object.entries(customData).flatMap(([name, value]) =>
    typeof value === 'string' && !isPlainText(value) ? [[name, foldText(value)]] : [],
  );
  if (fields.length === 0 && custom.length === 0) return null;
  return {
    ...(!searched.every(isPlainText) && { search: searched.map(foldText).join('\n') }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(custom.length > 0 && { custom: Object.fromEntries(custom) }),
  };
}
