import type { ColumnTool } from '#contract/column-tools.ts';
import type { ValueMaps } from '#contract/import-value-maps.ts';
import type { ImportMode, ImportOptions, ImportPlan } from '#contract/imports.ts';
import { type CustomFieldSpec, customTarget } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import {
  assignField,
  type Mapping,
  mappedColumn,
  mappedCount,
  mappedField,
  withoutField,
} from './mapping.ts';

export type MatchField = Exclude<ImportMode, { mode: 'create' }>['matchField'];

export interface ImportDraft {
  mapping: Mapping;
  /** Column of full names to split, or null. */
  splitColumn: string | null;
  mode: ImportMode['mode'];
  matchField: MatchField;
  updatePolicy: ImportOptions['updatePolicy'];
  /** ISO 3166 alpha-2 code. */
  defaultCountry: string | null;
  countryFromPhone: boolean;
  /** Users who own the new leads, in turn. */
  owners: readonly string[];
  dropInvalidEmails: boolean;
  /** Comma-separated, as typed. */
  tagsText: string;
  /** Null for a single sheet. */
  sheet: string | null;
  encoding: string | null;
  delimiter: ImportOptions['delimiter'];
  headerRow: number | null;
  /** Applied before the mapping. */
  columnTools: readonly ColumnTool[];
  /** Replacement values by column. */
  valueMaps: Readonly<ValueMaps>;
}

export interface DraftProps {
  draft: ImportDraft;
  onEdit: (change: (draft: ImportDraft) => ImportDraft) => void;
}

export interface UploadDraftProps extends DraftProps {
  /** Without column tools applied, except for the mapping. */
  upload: Upload;
}

/** Returns an upload's initial draft: suggested mapping, full names split. */
export function draftFor(upload: Upload): ImportDraft {
  const draft: ImportDraft = {
    mapping: upload.suggestedMapping,
    splitColumn: null,
    mode: 'create',
    matchField: 'email',
    updatePolicy: 'overwrite',
    defaultCountry: null,
    countryFromPhone: true,
    owners: [],
    dropInvalidEmails: false,
    tagsText: '',
    sheet: upload.sheets.length > 1 ? upload.sheet : null,
    encoding: upload.encoding,
    delimiter: upload.delimiter,
    headerRow: upload.headerRow,
    columnTools: [],
    valueMaps: {},
  };
  return upload.nameColumn === null ? draft : splitNames(draft, upload.nameColumn);
}

/** Splits full names; only this column then feeds first and last name. */
export function splitNames(draft: ImportDraft, column: string): ImportDraft {
  const others = assignField(draft.mapping, column, null);
  const mapping = withoutField(withoutField(others, 'firstName'), 'lastName');
  return { ...draft, mapping, splitColumn: column };
}

/** Undoes the split and restores the suggested field, if any. */
export function keepNamesWhole(draft: ImportDraft, upload: Upload): ImportDraft {
  if (draft.splitColumn === null) return draft;
  const suggested = mappedField(upload.suggestedMapping, draft.splitColumn);
  const mapping = assignField(draft.mapping, draft.splitColumn, suggested);
  return { ...draft, mapping, splitColumn: null };
}

/** Maps a column, dropping its value map. Mapping another column to a name field undoes the split. */
export function mapColumn(draft: ImportDraft, column: string, field: string | null): ImportDraft {
  const mapping = assignField(draft.mapping, column, field);
  const ends = column === draft.splitColumn || field === 'firstName' || field === 'lastName';
  const { [column]: _former, ...valueMaps } = draft.valueMaps;
  return { ...draft, mapping, splitColumn: ends ? null : draft.splitColumn, valueMaps };
}

// The server assigns IDs to new leads, so only updates use an ID column.
/** Sets the mode; creating leads unmaps the Lead ID. */
export function setMode(draft: ImportDraft, mode: ImportDraft['mode']): ImportDraft {
  return { ...draft, mode, mapping: mode === 'create' ? withoutField(draft.mapping, 'id') : draft.mapping };
}

const LEAD_ID_NAMES = new Set(['id', 'leadid']);

/** Sets the match field; for the Lead ID, also maps a column clearly named so. */
export function setMatchField(
  draft: ImportDraft,
  matchField: MatchField,
  columns: readonly string[],
): ImportDraft {
  const chosen: ImportDraft = { ...draft, matchField };
  if (matchField !== 'id' || mappedColumn(draft.mapping, 'id') !== null) return chosen;
  const named = columns.find((column) => LEAD_ID_NAMES.has(column.toLowerCase().replace(/[_\s-]/g, '')));
  return named === undefined ? chosen : mapColumn(chosen, named, 'id');
}

/** Splits at commas, semicolons and pipes; drops empty and repeated tags. */
export function parseTags(text: string): string[] {
  const tags = text.split(/[,;|]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

export function draftPlan(draft: ImportDraft): ImportPlan {
  return {
    fieldMapping: { ...draft.mapping },
    nameSplitConfig: draft.splitColumn === null ? null : { column: draft.splitColumn, enabled: true },
    importMode:
      draft.mode === 'create' ? { mode: 'create' } : { mode: draft.mode, matchField: draft.matchField },
    manualTags: parseTags(draft.tagsText),
    options: {
      defaultCountry: draft.defaultCountry,
      countryFromPhone: draft.countryFromPhone,
      owners: [...draft.owners],
      dropInvalidEmails: draft.dropInvalidEmails,
      updatePolicy: draft.updatePolicy,
      sheet: draft.sheet,
      encoding: draft.encoding,
      delimiter: draft.delimiter,
      headerRow: draft.headerRow,
    },
    columnTools: [...draft.columnTools],
    valueMaps: { ...draft.valueMaps },
  };
}

/** Inverts `draftPlan`, except that a new import has no match field. */
export function planDraft(plan: ImportPlan): ImportDraft {
  const { fieldMapping, nameSplitConfig, importMode, manualTags, options } = plan;
  return {
    mapping: fieldMapping,
    splitColumn: nameSplitConfig?.enabled ? nameSplitConfig.column : null,
    mode: importMode.mode,
    matchField: importMode.mode === 'create' ? 'email' : importMode.matchField,
    updatePolicy: options.updatePolicy,
    defaultCountry: options.defaultCountry,
    countryFromPhone: options.countryFromPhone,
    owners: options.owners,
    dropInvalidEmails: options.dropInvalidEmails,
    tagsText: manualTags.join(', '),
    sheet: options.sheet,
    encoding: options.encoding,
    delimiter: options.delimiter,
    headerRow: options.headerRow,
    columnTools: plan.columnTools,
    valueMaps: plan.valueMaps,
  };
}

/** Returns the preview's plan; without a match column, rows create leads. */
export function previewPlan(draft: ImportDraft): ImportPlan {
  const matched = mappedColumn(draft.mapping, draft.matchField) !== null;
  return draftPlan(draft.mode !== 'create' && !matched ? setMode(draft, 'create') : draft);
}

/** Deficiency of a draft; `blocks` prevents the import. */
export interface MissingInput {
  text: string;
  blocks: boolean;
}

const MATCH_LABELS: Record<MatchField, string> = { email: 'an email', phone: 'a phone', id: 'a Lead ID' };

/** Finds an unmapped required custom field, without which new leads fail. */
function requiredLack(fed: ReadonlySet<string>, customFields: readonly CustomFieldSpec[]): MissingInput[] {
  const missing = customFields.find(({ name, required }) => required && !fed.has(customTarget(name)));
  if (!missing) return [];
  return [
    {
      text: `Map a column to ${missing.label ?? missing.name}. Rows without it will be errors.`,
      blocks: false,
    },
  ];
}

/** Returns a draft's deficiencies, blocking deficiencies first. */
export function missingInputs(
  draft: ImportDraft,
  customFields: readonly CustomFieldSpec[] = [],
): MissingInput[] {
  const fed = new Set(Object.values(draft.mapping));
  if (mappedCount(draft.mapping) === 0) {
    return [{ text: 'Map at least one column to a lead field.', blocks: true }];
  }
  if (draft.mode === 'create') {
    if (fed.has('email') || fed.has('phone')) return requiredLack(fed, customFields);
    const text = 'Map an email or phone column. Rows that have neither will be errors.';
    return [{ text, blocks: false }];
  }
  if (!fed.has(draft.matchField)) {
    const text = `Map ${MATCH_LABELS[draft.matchField]} column to match leads.`;
    return [{ text, blocks: true }];
  }
  if (draft.mode === 'createOrUpdate') return requiredLack(fed, customFields);
  const changes = fed.size > 1 || draft.splitColumn !== null || parseTags(draft.tagsText).length > 0;
  if (changes) return [];
  return [{ text: "Map another column too. Matching leads doesn't change them.", blocks: false }];
}
