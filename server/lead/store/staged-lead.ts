import { CopyText } from '../../platform/db/copy-text.ts';
import { STORED, type StoredColumn } from '../fields.ts';
import type { LeadDraft } from '../values/draft.ts';

/** Keys of a draft, each with the column that stores it. Excludes the id, which never changes. */
export const DRAFT_COLUMNS: readonly (readonly [keyof LeadDraft, StoredColumn])[] = STORED.filter(
  ([column]) => column !== 'id',
).map(([column, , key]) => [key, column] as const);

const DRAFT_KEYS = STORED.map(([, , key]) => key);

/** A draft with the values that every new lead has. */
export type NewLead = LeadDraft & {
  [Key in 'id' | 'status' | 'tags' | 'customData']: NonNullable<LeadDraft[Key]>;
};

/** Turns a draft into a new lead in place, adding the id and the defaults of missing values. */
export function newLead(draft: LeadDraft, id: string): NewLead {
  draft.id = id;
  draft.status ??= 'new';
  draft.tags ??= [];
  draft.customData ??= {};
  return draft as NewLead;
}

/** Returns an encoder of new leads for the staging table. */
export function newLeadText(): CopyText<keyof LeadDraft> {
  return new CopyText(DRAFT_KEYS);
}
