import type { ImportMode, ImportOptions, ImportPlan } from '#contract/imports.ts';
import { type CustomFieldSpec, customTarget } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import { assignField, columnOf, fieldOf, type Mapping, mappedCount, withoutField } from './mapping.ts';

export type MatchField = Extract<ImportMode, { mode: 'update' }>['matchField'];

/** What the user has settled of an import so far. */
export interface Draft {
  mapping: Mapping;
  /** The column of full names to be split, or null. */
  splitColumn: string | null;
  mode: ImportMode['mode'];
  matchField: MatchField;
  updatePolicy: ImportOptions['updatePolicy'];
  /** ISO 3166 alpha-2 code. */
  defaultCountry: string | null;
  countryFromPhone: boolean;
  /** As typed: tags parted by commas. */
  tagsText: string;
  /** Of a workbook that has more than one, else null. */
  sheet: string | null;
}

/** The draft a new upload begins with: the suggested mapping, and its full names split. */
export function draftFor(upload: Upload): Draft {
  const draft: Draft = {
    mapping: upload.suggestedMapping,
    splitColumn: null,
    mode: 'create',
    matchField: 'email',
    updatePolicy: 'overwrite',
    defaultCountry: null,
    countryFromPhone: true,
    tagsText: '',
    sheet: upload.sheets.length > 1 ? upload.sheet : null,
  };
  return upload.nameColumn === null ? draft : splitNames(draft, upload.nameColumn);
}

/** Splits a column of full names: it and only it feeds the first and the last name. */
export function splitNames(draft: Draft, column: string): Draft {
  const others = assignField(draft.mapping, column, null);
  const mapping = withoutField(withoutField(others, 'firstName'), 'lastName');
  return { ...draft, mapping, splitColumn: column };
}

/** Leaves the names unsplit again; the column feeds what was suggested for it, or nothing. */
export function keepNamesWhole(draft: Draft, upload: Upload): Draft {
  if (draft.splitColumn === null) return draft;
  const suggested = fieldOf(upload.suggestedMapping, draft.splitColumn);
  const mapping = assignField(draft.mapping, draft.splitColumn, suggested);
  return { ...draft, mapping, splitColumn: null };
}

/** Lets a column feed a field or none; a name field that another column feeds ends the splitting. */
export function mapColumn(draft: Draft, column: string, field: string | null): Draft {
  const mapping = assignField(draft.mapping, column, field);
  const ends = column === draft.splitColumn || field === 'firstName' || field === 'lastName';
  return { ...draft, mapping, splitColumn: ends ? null : draft.splitColumn };
}

// An import that creates leads gives them ids of their own; only an update knows what to do with one.
/** Changes between creating and updating; the Lead ID is mapped in updates alone. */
export function setMode(draft: Draft, mode: Draft['mode']): Draft {
  return { ...draft, mode, mapping: mode === 'create' ? withoutField(draft.mapping, 'id') : draft.mapping };
}

const LEAD_ID_NAMES = new Set(['id', 'leadid']);

/** Chooses what leads are matched by; a column that is plainly called the Lead ID is mapped with it. */
export function setMatchField(draft: Draft, matchField: MatchField, columns: readonly string[]): Draft {
  const chosen: Draft = { ...draft, matchField };
  if (matchField !== 'id' || columnOf(draft.mapping, 'id') !== null) return chosen;
  const named = columns.find((column) => LEAD_ID_NAMES.has(column.toLowerCase().replace(/[_\s-]/g, '')));
  return named === undefined ? chosen : mapColumn(chosen, named, 'id');
}

/** The tags of a text: parted by commas, trimmed, empty ones dropped, each once. */
export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** The import that a draft describes, as the server takes it. */
export function planOf(draft: Draft): ImportPlan {
  return {
    fieldMapping: { ...draft.mapping },
    nameSplitConfig: draft.splitColumn === null ? null : { column: draft.splitColumn, enabled: true },
    importMode:
      draft.mode === 'create' ? { mode: 'create' } : { mode: 'update', matchField: draft.matchField },
    manualTags: parseTags(draft.tagsText),
    options: {
      defaultCountry: draft.defaultCountry,
      countryFromPhone: draft.countryFromPhone,
      updatePolicy: draft.updatePolicy,
      sheet: draft.sheet,
    },
  };
}

/** The import as far as it can be previewed: an update whose match field has no column yet, as if it created. */
export function previewPlanOf(draft: Draft): ImportPlan {
  const matched = columnOf(draft.mapping, draft.matchField) !== null;
  return planOf(draft.mode === 'update' && !matched ? setMode(draft, 'create') : draft);
}

/** Something the draft lacks, and whether the import can start without it. */
export interface Lack {
  text: string;
  blocks: boolean;
}

const MATCH_LABELS: Record<MatchField, string> = { email: 'an e-mail', phone: 'a phone', id: 'a Lead ID' };

/** A required custom field that no column feeds: a lead that is created without it is an error. */
function requiredLack(fed: ReadonlySet<string>, customFields: readonly CustomFieldSpec[]): Lack[] {
  const missing = customFields.find(({ name, required }) => required && !fed.has(customTarget(name)));
  if (!missing) return [];
  return [{ text: `Map a column to ${missing.name}: rows without it are errors.`, blocks: false }];
}

/** What the draft lacks, what blocks first; nothing when it is fine. */
export function lacksOf(draft: Draft, customFields: readonly CustomFieldSpec[] = []): Lack[] {
  const fed = new Set(Object.values(draft.mapping));
  if (mappedCount(draft.mapping) === 0) {
    return [{ text: 'Map at least one column to a lead field.', blocks: true }];
  }
  if (draft.mode === 'create') {
    if (fed.has('email') || fed.has('phone')) return requiredLack(fed, customFields);
    const text = 'Map an e-mail or a phone column: rows without either are errors.';
    return [{ text, blocks: false }];
  }
  if (!fed.has(draft.matchField)) {
    const text = `Map ${MATCH_LABELS[draft.matchField]} column: leads are matched by it.`;
    return [{ text, blocks: true }];
  }
  const changes = fed.size > 1 || draft.splitColumn !== null || parseTags(draft.tagsText).length > 0;
  if (changes) return [];
  return [{ text: 'Map another column: the match field alone changes nothing.', blocks: false }];
}
