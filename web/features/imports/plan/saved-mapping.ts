import type { Upload } from '#contract/uploads.ts';
import { draftFor, draftPlan, type ImportDraft, splitNames } from './draft.ts';

type SavedMapping = NonNullable<Upload['rememberedMapping']>;

/** Returns an upload's initial draft: the saved mapping, else the suggested mapping. */
export function firstDraft(upload: Upload): ImportDraft {
  return upload.rememberedMapping === null
    ? draftFor(upload)
    : savedMappingDraft(upload, upload.rememberedMapping);
}

/** Switches to the saved or automatic mapping, keeping the tags. */
export function switchMapping(draft: ImportDraft, upload: Upload, to: 'saved' | 'automatic'): ImportDraft {
  const { tagsText } = draft;
  return { ...(to === 'saved' ? firstDraft(upload) : draftFor(upload)), tagsText };
}

/** Returns the mapping a draft equals, ignoring tags; null if changed or ambiguous. */
export function mappingSource(draft: ImportDraft, upload: Upload): 'saved' | 'automatic' | null {
  const [now, saved, automatic] = [draft, firstDraft(upload), draftFor(upload)].map(choicesKey);
  if (upload.rememberedMapping === null || saved === automatic) return null;
  if (now === saved) return 'saved';
  return now === automatic ? 'automatic' : null;
}

function savedMappingDraft(
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
  // Splits only if this file has that column of full names.
  const splits = nameSplitConfig?.enabled === true && nameSplitConfig.column === upload.nameColumn;
  return splits ? splitNames(draft, nameSplitConfig.column) : draft;
}

/** Applies an adapted template; omitted choices stay. */
export function templateDraft(draft: ImportDraft, upload: Upload, plan: SavedMapping): ImportDraft {
  const { mode, matchField, tagsText, sheet } = draft;
  return { ...savedMappingDraft(upload, plan), mode, matchField, tagsText, sheet };
}

/** Returns a text that is equal for equal choices, ignoring tags and values. */
export function choicesKey(draft: ImportDraft): string {
  // Known values are mapped automatically, not by the user.
  const { fieldMapping, manualTags: _tags, valueMaps: _values, ...plan } = draftPlan(draft);
  return JSON.stringify([plan, Object.entries(fieldMapping).sort()]);
}
