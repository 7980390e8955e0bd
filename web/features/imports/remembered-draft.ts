import type { Upload } from '#contract/uploads.ts';
import { type Draft, draftFor, planOf, splitNames } from './draft.ts';

type Remembered = NonNullable<Upload['rememberedMapping']>;

/**
 * Returns the initial draft of an upload: the mapping saved with its columns, otherwise the suggested one.
 */
export function firstDraft(upload: Upload): Draft {
  return upload.rememberedMapping === null
    ? draftFor(upload)
    : rememberedDraft(upload, upload.rememberedMapping);
}

/**
 * Switches a draft to the saved or the automatic mapping; the tags stay, because they are chosen for each
 * file.
 */
export function switchMapping(draft: Draft, upload: Upload, to: 'remembered' | 'automatic'): Draft {
  const { tagsText } = draft;
  return { ...(to === 'remembered' ? firstDraft(upload) : draftFor(upload)), tagsText };
}

/**
 * Returns the mapping to which a draft is equal, ignoring tags; null if it was changed or if both mappings
 * are equal.
 */
export function mappingSource(draft: Draft, upload: Upload): 'remembered' | 'automatic' | null {
  const [now, remembered, automatic] = [draft, firstDraft(upload), draftFor(upload)].map(keyOf);
  if (upload.rememberedMapping === null || remembered === automatic) return null;
  if (now === remembered) return 'remembered';
  return now === automatic ? 'automatic' : null;
}

function rememberedDraft(
  upload: Upload,
  { fieldMapping, nameSplitConfig, importMode, options }: Remembered,
): Draft {
  const { updatePolicy, defaultCountry, countryFromPhone } = options;
  const draft: Draft = {
    ...draftFor(upload),
    mapping: fieldMapping,
    splitColumn: null,
    mode: importMode.mode,
    matchField: importMode.mode === 'update' ? importMode.matchField : 'email',
    updatePolicy,
    defaultCountry,
    countryFromPhone,
  };
  // Splitting applies only if this file has the column of full names.
  const splits = nameSplitConfig?.enabled === true && nameSplitConfig.column === upload.nameColumn;
  return splits ? splitNames(draft, nameSplitConfig.column) : draft;
}

function keyOf(draft: Draft): string {
  const { fieldMapping, manualTags: _, ...plan } = planOf(draft);
  return JSON.stringify([plan, Object.entries(fieldMapping).sort()]);
}
