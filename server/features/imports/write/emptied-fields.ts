import type { StoredColumn } from '../../../lead/fields.ts';
import { type StoredLead, sameValue } from '../../../lead/rows/stored-lead.ts';
import { DRAFT_COLUMNS } from '../../../lead/store/store.ts';
import type { LeadDraft } from '../../../lead/values/draft.ts';

/** Tags are only added, and checks of a number have a history of their own. */
const KEPT: ReadonlySet<StoredColumn> = new Set(['number_valid', 'tags', 'custom_data', 'hlr', 'whatsapp']);

/** Returns the lead without the values that users emptied; null if it has none of them. */
export function withoutEmptied(lead: StoredLead, emptied: Partial<LeadDraft>): StoredLead | null {
  const columns = DRAFT_COLUMNS.flatMap(([key, column]) => {
    if (KEPT.has(column) || (column === 'customer_number' && lead.is_sold)) return [];
    return emptied[key] !== undefined && sameValue(lead[column], emptied[key]) ? [column] : [];
  });
  const names = Object.entries(emptied.customData ?? {}).flatMap(([name, value]) =>
    lead.custom_data[name] === value ? [name] : [],
  );
  if (columns.length + names.length === 0) return null;
  const next: StoredLead = { ...lead, ...Object.fromEntries(columns.map((column) => [column, null])) };
  if (columns.includes('status')) next.status = 'new';
  if (columns.includes('phone')) next.number_valid = false;
  next.custom_data = Object.fromEntries(
    Object.entries(lead.custom_data).filter(([name]) => !names.includes(name)),
  );
  return next;
}
