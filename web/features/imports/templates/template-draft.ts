import type { Upload } from '#contract/uploads.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { savedMappingDraft } from '../plan/saved-mapping.ts';

/** Applies an adapted template; omitted choices stay. */
export function templateDraft(
  draft: ImportDraft,
  upload: Upload,
  plan: NonNullable<Upload['rememberedMapping']>,
): ImportDraft {
  const { mode, matchField, tagsText, sheet } = draft;
  return { ...savedMappingDraft(upload, plan), mode, matchField, tagsText, sheet };
}
