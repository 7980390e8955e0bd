import { canonicalCountry } from '../../../lead/countries/canonical-country.ts';
import type { StoredColumn } from '../../../lead/fields.ts';
import { readPhone } from '../../../lead/phones/read-phone.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import { isSameCustomer } from '../../../lead/sales/customer-key.ts';
import { DRAFT_COLUMNS } from '../../../lead/store/store.ts';
import type { LeadDraft } from '../../../lead/values/draft.ts';

export type UpdatePolicy = 'overwrite' | 'fillEmpty';

/** Columns with rules of their own below. */
const OWN_RULE: ReadonlySet<StoredColumn> = new Set(['phone', 'number_valid', 'tags', 'custom_data']);

/** Lead after a row, null without a change, and whether it kept its valid phone in spite of the row's. */
export interface LeadUpdate {
  lead: StoredLead | null;
  keptPhone: boolean;
}

/**
 * Returns the lead after a row under the policy: tags are only added, an invalid phone never replaces a valid one, a new country
 * reads an invalid phone again, and neither the field that found the lead nor a sold lead's customer number changes.
 */
export function updatedLead(
  lead: StoredLead,
  draft: LeadDraft,
  policy: UpdatePolicy,
  matchField: 'email' | 'phone' | 'id',
): LeadUpdate {
  const next: StoredLead = { ...lead };
  let changed = false;
  const set = <K extends StoredColumn>(column: K, value: StoredLead[K]): void => {
    next[column] = value;
    changed = true;
  };
  const may = (current: unknown): boolean => policy === 'overwrite' || current === null || current === '';
  for (const [key, column] of DRAFT_COLUMNS) {
    const value = draft[key];
    if (OWN_RULE.has(column) || value === undefined || column === matchField) continue;
    if (column === 'customer_number' && (lead.is_sold || isSameCustomer(lead[column], String(value))))
      continue;
    if (value !== lead[column] && may(lead[column])) set(column, value as StoredLead[typeof column]);
  }
  const isNewPhone = draft.phone !== undefined && matchField !== 'phone' && draft.phone !== lead.phone;
  const givesPhone = isNewPhone && may(lead.phone);
  const keptPhone = givesPhone && lead.number_valid && !draft.numberValid;
  if (givesPhone && !keptPhone) {
    set('phone', draft.phone ?? null);
    set('number_valid', draft.numberValid);
  }
  if (next.country !== lead.country) readPhoneAgain(next);
  const tags = unitedTags(lead.tags, draft.tags ?? []);
  if (tags.length > lead.tags.length) set('tags', tags);
  const customData = mergedData(lead.custom_data, draft.customData ?? {}, may);
  if (customData !== null) set('custom_data', customData);
  return { lead: changed ? next : null, keptPhone };
}

function readPhoneAgain(lead: StoredLead): void {
  if (lead.phone === null || lead.number_valid || lead.country === null) return;
  const { phone, valid } = readPhone(lead.phone, canonicalCountry(lead.country).iso);
  if (valid) Object.assign(lead, { phone, number_valid: true });
}

/** The tags of both, in order, told apart without regard to case. */
function unitedTags(tags: readonly string[], added: readonly string[]): string[] {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  const fresh = added.filter((tag) => !known.has(tag.toLowerCase()));
  return [...tags, ...fresh];
}

function mergedData(
  data: StoredLead['custom_data'],
  added: NonNullable<LeadDraft['customData']>,
  may: (current: unknown) => boolean,
): StoredLead['custom_data'] | null {
  const changes = Object.entries(added).filter(
    ([name, value]) => data[name] !== value && may(data[name] ?? null),
  );
  return changes.length === 0 ? null : { ...data, ...Object.fromEntries(changes) };
}
