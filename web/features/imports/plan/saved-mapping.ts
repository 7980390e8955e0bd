import type { Upload } from '#contract/uploads.ts';
import { draftFor, draftPlan, type ImportDraft, splitNames } from './draft.ts';

type SavedMapping = NonNullable<Upload['rememberedMapping']>;

/**
 * Returns the initial draft of an upload: the mapping saved with its columns, otherwise the suggested one.
 */
export function firstDraft(upload: Upload): ImportDraft {
  return upload.rememberedMapping === null
    ? draftFor(upload)
    : savedMappingDraft(upload, upload.rememberedMapping);
}

/**
 * Switches a draft to the saved or the automatic mapping; the tags stay, because they are chosen for each
 * file.
 */
export function switchMapping(draft: ImportDraft, upload: Upload, to: 'saved' | 'automatic'): ImportDraft {
  const { tagsText } = draft;
  return { ...(to === 'saved' ? firstDraft(upload) : draftFor(upload)), tagsText };
}

/**
 * Returns the mapping to which a draft is equal, ignoring tags; null if it was changed or if both mappings
 * are equal.
 */
export function mappingSource(draft: ImportDraft, upload: Upload): 'saved' | 'automatic' | null {
  const [now, saved, automatic] = [draft, firstDraft(upload), draftFor(upload)].map(choicesKey);
  if (upload.rememberedMapping === null || saved === automatic) return null;
  if (now === saved) return 'saved';
  return now === automatic ? 'automatic' : null;
}

/** Returns the draft of an upload with a mapping saved earlier, in terms of its columns. */
export function savedMappingDraft(
  upload: Upload,
  { fieldMapping, nameSplitConfig, options, columnTools, valueMaps }: SavedMapping,
): ImportDraft {
  const { updatePolicy, defaultCountry, countryFromPhone } = options;
  const draft: ImportDraft = {
    ...draftFor(upload),
    mapping: fieldMapping,
    splitColumn: null,
    updatePolicy,
    defaultCountry,
    countryFromPhone,
    columnTools,
    valueMaps,
  };
  // Splitting applies only if this file has the column of full names.
  const splits = nameSplitConfig?.enabled === true && nameSplitConfig.column === upload.nameColumn;
  return splits ? splitNames(draft, nameSplitConfig.column) : draft;
}

/** Returns a text that is equal for drafts in which the user chose the same, apart from tags and values. */
export function choicesKey(draft: ImportDraft): string {
  // Known values are mapped by themselves, which is no change by the user.
  const { fieldMapping, manualTags: _tags, valueMaps: _values, ...plan } = draftPlan(draft);
  return JSON.stringify([plan, Object.entries(fieldMapping).sort()]);
}
