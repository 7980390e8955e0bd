import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadDraft } from '../values/draft.ts';
import { CopyText } from './copy-text.ts';
import { STAGED_COLUMNS, type StagedColumn } from './staging.ts';

const STAGED_NAMES: ReadonlySet<string> = new Set(STAGED_COLUMNS);

/** Key of a draft and the column it is stored in, from the table of lead fields. */
export const DRAFT_COLUMNS: readonly (readonly [keyof LeadDraft, StagedColumn])[] = LEAD_FIELDS.filter(
  (field) => STAGED_NAMES.has(field.column) && field.key !== 'id',
).map((field) => [field.key as keyof LeadDraft, field.column as StagedColumn] as const);

/** Keys that the table of lead fields does not tell of. */
const OTHER_KEYS: ReadonlyMap<StagedColumn, keyof LeadDraft> = new Map([
  ['id', 'id'],
  ['custom_data', 'customData'],
]);
const KEYS = new Map([...OTHER_KEYS, ...DRAFT_COLUMNS.map(([key, column]) => [column, key] as const)]);
const DRAFT_KEYS = STAGED_COLUMNS.map((column) => {
  const key = KEYS.get(column);
  if (key === undefined) throw new Error(`No key of a draft is stored in ${column}`);
  return key;
});

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
