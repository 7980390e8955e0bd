import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadDraft } from './types.ts';
import { STAGED_COLUMNS, type StagedColumn, type StagedLead } from './write-batch-staging.ts';

const STAGED_NAMES: ReadonlySet<string> = new Set(STAGED_COLUMNS);

/** Key of a draft and the column it is stored in, from the table of lead fields. */
export const DRAFT_COLUMNS: readonly (readonly [keyof LeadDraft, StagedColumn])[] = LEAD_FIELDS.filter(
  (field) => STAGED_NAMES.has(field.column) && field.key !== 'id',
).map((field) => [field.key as keyof LeadDraft, field.column as StagedColumn] as const);

/** A draft as the staging table takes it: a new lead with the defaults of what the row does not say. */
export function stagedFrom(draft: LeadDraft): StagedLead {
  const staged: StagedLead = {};
  for (const [key, column] of DRAFT_COLUMNS) staged[column] = draft[key] ?? null;
  staged.status = draft.status ?? 'new';
  staged.tags = draft.tags ?? [];
  staged.custom_data = draft.customData ?? {};
  return staged;
}
