import type { Upload } from '#contract/uploads.ts';
import { type Draft, draftFor, planOf, splitNames } from './draft.ts';

type Remembered = NonNullable<Upload['rememberedMapping']>;

/** The draft an upload begins with: as its columns were last imported, or as auto-map sees them when they never were. */
export function firstDraft(upload: Upload): Draft {
  return upload.rememberedMapping === null
    ? draftFor(upload)
    : rememberedDraft(upload, upload.rememberedMapping);
}

/** The draft with what is remembered, or with the automatic mapping; the tags, which are chosen for each file, stay. */
export function switchMapping(draft: Draft, upload: Upload, to: 'remembered' | 'automatic'): Draft {
  const { tagsText } = draft;
  return { ...(to === 'remembered' ? firstDraft(upload) : draftFor(upload)), tagsText };
}

/** Which of the two a draft is, tags aside; null when it was changed, or when they are the same. */
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
  // Where this file holds no full names, there is nothing to split.
  const splits = nameSplitConfig?.enabled === true && nameSplitConfig.column === upload.nameColumn;
  return splits ? splitNames(draft, nameSplitConfig.column) : draft;
}

function keyOf(draft: Draft): string {
  const { fieldMapping, manualTags: _, ...plan } = planOf(draft);
  return JSON.stringify([plan, Object.entries(fieldMapping).sort()]);
}
