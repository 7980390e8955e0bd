import { STORED, type StoredColumn } from '../fields.ts';
import type { LeadDraft } from '../values/draft.ts';
import { CopyText } from './copy-text.ts';

/** Keys of a draft, each with the column that stores it; the id, which never changes, is left out. */
export const DRAFT_COLUMNS: readonly (readonly [keyof LeadDraft, StoredColumn])[] = STORED.filter(
  ([column]) => column !== 'id',
).map(([column, , key]) => [key, column] as const);

const DRAFT_KEYS = STORED.map(([, , key]) => key);

/** What every new lead has, whatever its row says. */
export type NewLead = LeadDraft & {
  [Key in 'id' | 'status' | 'tags' | 'customData']: NonNullable<LeadDraft[Key]>;
};

/** Makes a draft a new lead: gives it its id, and the defaults of what the row does not say. */
export function newLead(draft: LeadDraft, id: string): NewLead {
  draft.id = id;
  draft.status ??= 'new';
  draft.tags ??= [];
  draft.customData ??= {};
  return draft as NewLead;
}

/** Gathers new leads as the staging table takes them. */
export function newLeadText(): CopyText<keyof LeadDraft> {
  return new CopyText(DRAFT_KEYS);
}
