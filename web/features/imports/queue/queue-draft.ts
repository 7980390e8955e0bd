import type { QueueOptions } from '#contract/import-queue.ts';
import { importPlan } from '#contract/imports.ts';
import type { OpenedFile } from '#contract/queued-files.ts';
import type { Upload } from '#contract/uploads.ts';
import { draftFor, draftPlan, type ImportDraft, planDraft } from '../plan/draft.ts';

/** Default options without a mapping. */
const NO_PLAN = importPlan.parse({ fieldMapping: {} });

/** Converts options to a draft with this plan, for the options panel. */
export function optionsDraft(
  { importMode, manualTags, ...options }: QueueOptions,
  plan: OpenedFile['plan'] = NO_PLAN,
): ImportDraft {
  return planDraft({ ...plan, importMode, manualTags, options: { ...plan.options, ...options } });
}

export function draftOptions(draft: ImportDraft): QueueOptions {
  const { importMode, manualTags, options } = draftPlan(draft);
  const { defaultCountry, countryFromPhone, updatePolicy, dropInvalidEmails } = options;
  return { importMode, manualTags, defaultCountry, countryFromPhone, updatePolicy, dropInvalidEmails };
}

/** Returns a file's draft with its plan and these options. */
export function queuedDraft(
  upload: Upload,
  plan: OpenedFile['plan'],
  options: QueueOptions = draftOptions(draftFor(upload)),
): ImportDraft {
  const { sheet, encoding, delimiter, headerRow } = draftFor(upload);
  return { ...optionsDraft(options, plan), sheet, encoding, delimiter, headerRow };
}
