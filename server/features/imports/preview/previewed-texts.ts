import { customTarget, NOTE_TARGET } from '#contract/lead-fields.ts';
import { EDITED_COLUMNS, STORED, type StoredColumn } from '../../../lead/fields.ts';
import { type ChangedLead, type StoredLead, sameValue } from '../../../lead/rows/stored-lead.ts';
import type { LeadDraft } from '../../../lead/values/draft.ts';

const KEYS = new Map<StoredColumn, string>(STORED.map(([column, , key]) => [column, key]));

/** Returns the values of a draft as texts, by lead field. */
export function draftTexts(draft: LeadDraft): Record<string, string> {
  const { customData = {}, note } = draft;
  const texts: Record<string, string> = {};
  for (const [, , key] of STORED) {
    if (key === 'numberValid' || key === 'customData') continue;
    const value = draft[key];
    if (value !== undefined) texts[key] = textOf(value);
  }
  return { ...texts, ...customTexts(customData), ...(note !== undefined && { [NOTE_TARGET]: note }) };
}

/** Returns a lead's values of some lead fields as texts. */
export function leadTexts(lead: StoredLead, fields: Iterable<string>): Record<string, string> {
  const all = { ...columnTexts(lead), ...customTexts(lead.custom_data) };
  return Object.fromEntries([...fields].map((field) => [field, all[field] ?? '']));
}

/** Returns the fields that an update changes, with their values before it as texts. */
export function textsBefore({ before, after }: ChangedLead): Record<string, string> {
  const columns = EDITED_COLUMNS.filter((column) => !sameValue(before[column], after[column]));
  const fields = columns.flatMap((column) => {
    if (column === 'number_valid') return [];
    if (column !== 'custom_data') return [KEYS.get(column) ?? column];
    return Object.entries(after.custom_data)
      .filter(([name, value]) => before.custom_data[name] !== value)
      .map(([name]) => customTarget(name));
  });
  return leadTexts(before, fields);
}

function columnTexts(lead: StoredLead): Record<string, string> {
  const columns = STORED.filter(([column]) => column !== 'custom_data' && column !== 'number_valid');
  return Object.fromEntries(columns.map(([column, , key]) => [key, textOf(lead[column])]));
}

function customTexts(data: StoredLead['custom_data']): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [customTarget(name), String(value)]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === null || value === undefined ? '' : String(value);
}
