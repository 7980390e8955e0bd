import type { Lead } from '#contract/leads.ts';
import type { PastedCell } from '../../../lib/cells/cell-block.ts';
import {
  type EditableField,
  type FieldValue,
  fieldValueOf,
  sameFieldValue,
} from '../fields/editable-fields.ts';
import { fullName } from '../lead-cells.tsx';
import { NAME } from '../lead-columns.ts';
import type { LeadCellEdits, LeadValues } from './save-lead.ts';

/** Changes of a paste. */
export interface PastedEdits {
  edits: LeadCellEdits[];
  readOnly: PastedCell[];
}

/** Returns a cell's clipboard text: the stored value, such as `2026-01-31`. */
export function copiedText(lead: Lead, field: string): string {
  if (field === NAME) return fullName(lead);
  const value = fieldValueOf(lead, field);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null ? '' : String(value);
}

/** The server parses the text by the field's rules; commas separate tags. */
function pastedValue({ editor }: EditableField, text: string): FieldValue {
  const trimmed = text.trim();
  if (editor === 'tags') {
    const tags = trimmed.split(/[,;|]/).map((tag) => tag.trim());
    return [...new Set(tags.filter((tag) => tag !== ''))];
  }
  return trimmed === '' ? null : trimmed;
}

/** Groups changed cells by lead. */
export function pastedEdits(
  cells: readonly PastedCell[],
  leads: readonly Lead[],
  fieldAt: (lead: Lead, column: number) => EditableField | null,
): PastedEdits {
  const readOnly: PastedCell[] = [];
  const byLead = new Map<Lead, { values: LeadValues; seen: LeadValues }>();
  for (const cell of cells) {
    const lead = leads[cell.row];
    if (lead === undefined) continue;
    const field = fieldAt(lead, cell.column);
    if (field === null) {
      readOnly.push(cell);
      continue;
    }
    const seen = fieldValueOf(lead, field.field);
    const value = pastedValue(field, cell.text);
    if (sameFieldValue(value, seen) || cell.text.trim() === copiedText(lead, field.field)) continue;
    const { values = {}, seen: before = {} } = byLead.get(lead) ?? {};
    byLead.set(lead, {
      values: { ...values, [field.field]: value },
      seen: { ...before, [field.field]: seen },
    });
  }
  return { edits: [...byLead].map(([lead, edit]) => ({ lead, ...edit })), readOnly };
}
