import { CopyText } from '../../platform/db/copy-text.ts';
import { STORED, type StoredColumn } from '../fields.ts';
import { consentOfNew, type StoredConsent } from '../values/consent-state.ts';
import type { LeadDraft } from '../values/draft.ts';
import { foldText } from '../values/fold-text.ts';
import { type FoldedTexts, foldedTexts } from './folded-texts.ts';

/** Without the id, which never changes. */
export const DRAFT_COLUMNS: readonly (readonly [keyof LeadDraft, StoredColumn])[] = STORED.filter(
  ([column]) => column !== 'id',
).map(([column, , key]) => [key, column] as const);

const DRAFT_KEYS = [...STORED.map(([, , key]) => key), 'folded', 'searchedNotes', 'consent'] as const;

export type NewLead = LeadDraft & {
  [Key in 'id' | 'status' | 'tags' | 'customData']: NonNullable<LeadDraft[Key]>;
} & { folded: FoldedTexts | null; searchedNotes: string | null; consent: StoredConsent | null };

/** In place: adds the id, defaults and folded texts. */
export function newLead(draft: LeadDraft, id: string): NewLead {
  draft.id = id;
  draft.status ??= 'new';
  draft.tags ??= [];
  draft.customData ??= {};
  return Object.assign(draft, {
    folded: foldedTexts(draft),
    searchedNotes: draft.note === undefined ? null : foldText(draft.note),
    consent: consentOfNew(draft.givenConsent),
  }) as NewLead;
}

export function newLeadText(): CopyText<keyof NewLead> {
  return new CopyText(DRAFT_KEYS);
}
