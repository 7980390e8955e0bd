import type { Lead } from '#contract/leads.ts';
import { type EditableField, type FieldValue, fieldValueOf, readValue } from '../drawer/editable-fields.ts';
import { fullName } from '../lead-cells.tsx';
import { NAME } from '../lead-columns.ts';

/** Returns a lead's value in a column as a spreadsheet shows it: pasted back, it is the same value. */
export function copiedText(lead: Lead, field: string): string {
  if (field === NAME) return fullName(lead);
  if (field === 'isSold') return lead.isSold ? 'Sold' : 'Available';
  const value = fieldValueOf(lead, field);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? '' : String(value);
}

const YES = new Set(['yes', 'true', '1']);
const NO = new Set(['no', 'false', '0']);

/** Parses the text of a pasted cell, or returns the error. */
export function readCellText(
  { editor }: EditableField,
  text: string,
): { value: FieldValue } | { error: string } {
  const word = text.trim().toLowerCase();
  if (editor === 'tags') {
    const tags = text.split(/[,;|]/).map((tag) => tag.trim());
    return { value: [...new Set(tags.filter((tag) => tag !== ''))] };
  }
  if (editor === 'boolean' && word !== '') {
    if (YES.has(word)) return { value: true };
    return NO.has(word) ? { value: false } : { error: 'Write Yes or No' };
  }
  if (editor === 'status' && word === '') return { error: 'Enter a status' };
  return readValue(editor, text);
}
