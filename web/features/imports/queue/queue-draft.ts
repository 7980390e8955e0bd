import type { QueueOptions } from '#contract/import-queue.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { OpenedFile } from '#contract/queued-files.ts';
import type { Upload } from '#contract/uploads.ts';
import { draftFor, draftPlan, type ImportDraft } from '../draft.ts';

/** Stands for the file of options that belong to no file. */
const NO_FILE = {
  uploadId: '',
  filename: '',
  size: 0,
  kind: 'csv',
  delimiter: null,
  encoding: null,
  sheets: [],
  sheet: null,
  headerRow: 1,
  firstRows: [],
  columns: [],
  preview: [],
  totalRows: 0,
  suggestedMapping: {},
  nameColumn: null,
  rememberedMapping: null,
  importedBefore: [],
} satisfies Upload;

/** Returns the options as the options panel edits them, in a draft for a file, or for none. */
export function optionsDraft(options: QueueOptions, upload: Upload = NO_FILE): ImportDraft {
  const { importMode, manualTags, ...values } = options;
  return {
    ...draftFor(upload),
    ...values,
    mode: importMode.mode,
    ...('matchField' in importMode && { matchField: importMode.matchField }),
    tagsText: manualTags.join(', '),
  };
}

/** Returns the options of a draft that the queue applies. */
export function draftOptions(draft: ImportDraft): QueueOptions {
  const { importMode, manualTags, options } = draftPlan(draft);
  const { defaultCountry, countryFromPhone, updatePolicy } = options;
  return { importMode, manualTags, defaultCountry, countryFromPhone, updatePolicy };
}

/** The part of a file's plan that the mapping panel edits. */
export type StoredMapping = Pick<ImportPlan, 'fieldMapping' | 'nameSplitConfig'>;

/** Returns the draft of a file with its plan and the options of the queue. */
export function mappingDraft(upload: Upload, plan: FilePlan, options: QueueOptions): ImportDraft {
  const { mapping, splitColumn, columnTools, valueMaps } = planDraftOf(upload, plan);
  return { ...optionsDraft(options, upload), mapping, splitColumn, columnTools, valueMaps };
}

type FilePlan = OpenedFile['plan'];

/** Returns the draft of a file with its plan. */
export function planDraftOf(
  upload: Upload,
  { fieldMapping, nameSplitConfig, columnTools, valueMaps }: FilePlan,
): ImportDraft {
  const splitColumn = nameSplitConfig?.enabled === true ? nameSplitConfig.column : null;
  return { ...draftFor(upload), mapping: fieldMapping, splitColumn, columnTools, valueMaps };
}

/** Returns the mapping of a draft. */
export function draftMapping(draft: ImportDraft): StoredMapping {
  const { fieldMapping, nameSplitConfig } = draftPlan(draft);
  return { fieldMapping, nameSplitConfig };
}
