import type { StoredColumn } from '../../../lead/fields.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import { DRAFT_COLUMNS } from '../../../lead/store/store.ts';
import type { LeadDraft } from '../../../lead/values/draft.ts';

export type UpdatePolicy = 'overwrite' | 'fillEmpty';

/** Columns with rules of their own below. */
const OWN_RULE: ReadonlySet<StoredColumn> = new Set(['phone', 'number_valid', 'tags', 'custom_data']);

/**
 * The lead after a row: only values the row has, under the policy; tags are added and never taken away. Null
 * when nothing changes. The field the lead was found by stays as it is, and so does the customer number of a sold lead.
 */
export function updatedLead(
  lead: StoredLead,
  draft: LeadDraft,
  policy: UpdatePolicy,
  matchField: 'email' | 'phone' | 'id',
): StoredLead | null {
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
    if (column === 'customer_number' && lead.is_sold) continue;
    if (value !== lead[column] && may(lead[column])) set(column, value as StoredLead[typeof column]);
  }
  if (draft.phone !== undefined && matchField !== 'phone' && draft.phone !== lead.phone && may(lead.phone)) {
    set('phone', draft.phone);
    set('number_valid', draft.numberValid);
  }
  const tags = unitedTags(lead.tags, draft.tags ?? []);
  if (tags.length > lead.tags.length) set('tags', tags);
  const customData = mergedData(lead.custom_data, draft.customData ?? {}, may);
  if (customData !== null) set('custom_data', customData);
  return changed ? next : null;
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
