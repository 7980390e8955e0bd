import type { Upload } from '#contract/uploads.ts';
import type { ImportDraft } from '../plan/draft.ts';
import { savedMappingDraft } from '../plan/saved-mapping.ts';

/** Returns the draft with an adapted template; the choices that templates leave out stay as they are. */
export function templateDraft(
  draft: ImportDraft,
  upload: Upload,
  plan: NonNullable<Upload['rememberedMapping']>,
): ImportDraft {
  const { mode, matchField, tagsText, sheet } = draft;
  return { ...savedMappingDraft(upload, plan), mode, matchField, tagsText, sheet };
}
