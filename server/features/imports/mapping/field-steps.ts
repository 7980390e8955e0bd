import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { customTarget, type ImportField } from '#contract/lead-fields.ts';
import { TAGS_MAX } from '#contract/limits.ts';
import {
  cellText,
  cellValue,
  customReader,
  fitsField,
  leadReader,
} from '../../../lead/values/cell-readers.ts';
import { MIXED, styleOfColumn } from '../../../lead/values/column-types.ts';
import type { LeadDraft, Problem } from '../../../lead/values/draft.ts';
import { foldText } from '../../../lead/values/fold-text.ts';
import { currencyOf } from '../../../lead/values/normalise-amount.ts';
import { readGiven, readTagList, readTags, uniteTags } from '../../../lead/values/normalise-text.ts';
import { FAULTS, type Fault, problemWith } from '../../../lead/values/problems.ts';
import { scientificText } from '../../../lead/values/scientific-number.ts';
import { splitName } from '../../../lead/values/split-name.ts';
import { type ImportReader, importReader } from '../../../lead/values/spreadsheet-readers.ts';
import { withoutNothing } from '../../../lead/values/words-for-nothing.ts';
import type { MapperInput, Place, Step } from './mapper-input.ts';

type TextKey = {
  [K in keyof LeadDraft]-?: LeadDraft[K] extends string | undefined ? K : never;
}[keyof LeadDraft];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_TAGS_CHARACTERS = 10_000;

/** A value that isn't a UUID is an error. */
export function idStep({ index, column }: Place): Step {
  return (cells, draft, problems) => {
    const text = cellValue(cells[index]);
    if (UUID.test(text)) draft.id = text.toLowerCase();
    else if (text !== '') {
      const fault = scientificText(text) === null ? FAULTS.invalidId : FAULTS.excelId;
      problems.push(problemWith('error', fault, { field: 'id', column, value: text }));
    }
  };
}

/** A name that no user has is a warning and leaves the field empty. */
export function ownerStep({ index, column }: Place, { owners }: MapperInput): Step {
  return (cells, draft, problems) => {
    const text = cellText(cells[index]);
    if (text === '') return;
    draft.ownerId = owners?.get(foldText(text));
    if (draft.ownerId !== undefined) return;
    problems.push(problemWith('warning', FAULTS.unknownOwner, { field: 'ownerId', column, value: text }));
  };
}

/** A bad amount, date or IP is a warning and leaves the field empty. */
export function textStep(field: ImportField, key: TextKey, place: Place, input: MapperInput): Step {
  const { index, column } = place;
  const style = styleOfColumn(input.columnTypes, column);
  const readCell = leadReader(field.kind, style, key);
  const read = importReader(field.kind, readCell, input.date1904 ?? false, style);
  const heldText = heldTextOf(field, input);
  const givenText = (cell: string | undefined): string => {
    const text = cellText(cell);
    const isStatus = field.kind === 'status' && (input.statuses?.keyOf(text) ?? null) !== null;
    return isStatus ? text : withoutNothing(text, key);
  };
  return (cells, draft, problems) => {
    const text = givenText(cells[index]);
    if (text === '') return;
    const reading = read(text);
    const fault = 'fault' in reading ? reading.fault : reading.warning;
    if (fault) problems.push(problemWith('warning', fault, { field: field.key, column, value: text }));
    if ('value' in reading && reading.value !== '') draft[key] = heldText(reading.value);
  };
}

/** The only currency that the amounts name is stored with them; several are a warning. */
export function currencyStep({ index, column }: Place, input: MapperInput): Step[] {
  const { currency } = styleOfColumn(input.columnTypes, column);
  if (currency === undefined) return [];
  const step: Step = (cells, draft, problems) => {
    if (draft.depositAmount === undefined) return;
    if (currency !== MIXED) draft.currency = currency;
    else if (currencyOf(cellText(cells[index])) !== null) {
      const at = { field: 'depositAmount', column, value: cellText(cells[index]) };
      problems.push(problemWith('warning', FAULTS.mixedCurrency, at));
    }
  };
  return [step];
}

/** A status that the organization doesn't have stays as it is. */
function heldTextOf({ kind }: ImportField, { statuses }: MapperInput): (text: string) => string {
  if (kind !== 'status' || statuses === undefined) return (text) => text;
  return (text) => statuses.keyOf(text) ?? text;
}

/** A first or last name with its own column and value takes precedence. */
export function nameStep({ index, column }: Place): Step {
  return (cells, draft, problems) => {
    const text = readGiven(cellText(cells[index]));
    if (!fitsField(text)) {
      problems.push(problemWith('warning', FAULTS.tooLong, { field: 'firstName', column, value: text }));
      return;
    }
    const { firstName, lastName } = splitName(text);
    if (firstName !== '' && draft.firstName === undefined) draft.firstName = firstName;
    if (lastName !== '' && draft.lastName === undefined) draft.lastName = lastName;
  };
}

export function tagsStep(place: Place | null, manualTags: readonly string[]): Step {
  const manual = readTagList(manualTags);
  return (cells, draft, problems) => {
    const text = place ? cellValue(cells[place.index]) : '';
    const own = text.length > MAX_TAGS_CHARACTERS ? [] : readTags(text);
    const fits = text.length <= MAX_TAGS_CHARACTERS && own.every((tag) => fitsField(tag));
    const many = own.length > TAGS_MAX ? FAULTS.tagsCut : null;
    const fault = fits ? many : FAULTS.tooLong;
    if (place && fault) {
      problems.push(problemWith('warning', fault, { field: 'tags', column: place.column, value: text }));
    }
    const tags = fits && own.length > 0 ? joined(own.slice(0, TAGS_MAX), manual) : [...manual];
    if (tags.length > 0) draft.tags = tags;
  };
}

/** `own` is already united, as returned by `readTags`. */
function joined(own: string[], manual: readonly string[]): string[] {
  return manual.length === 0 ? own : uniteTags(own, manual);
}

/** In create mode a missing or unreadable required value is an error; any other unreadable one is a warning. */
export function customStep(places: ReadonlyMap<string, Place>, input: MapperInput): Step {
  const strict = input.mode === 'create';
  const fields = input.customFields
    .filter((field) => places.has(field.name) || (strict && field.required))
    .map((field) => compileCustom(field, places.get(field.name) ?? null, input));
  return (cells, draft, problems) => {
    const values: [string, string | number | boolean][] = [];
    for (const field of fields) {
      const { name, place, read } = field;
      const text = place ? cellValue(cells[place.index]) : '';
      const reading = text === '' ? null : read(text);
      if (reading && 'value' in reading && reading.value !== '') values.push([name, reading.value]);
      const found = customFault(field, reading);
      if (found === null) continue;
      const at = { field: customTarget(name), column: place?.column ?? null, value: text };
      problems.push(problemWith(found.severity, found.fault, at));
    }
    if (values.length > 0) draft.customData = Object.fromEntries(values);
  };
}

type CustomReading = ReturnType<ImportReader<string | number | boolean>>;

function customFault(
  { label, required }: { label: string; required: boolean },
  reading: CustomReading | null,
): { severity: Problem['severity']; fault: Fault } | null {
  const empty = required ? 'error' : 'warning';
  if (reading && 'fault' in reading) return { severity: empty, fault: reading.fault };
  if (reading && reading.value !== '')
    return reading.warning ? { severity: 'warning', fault: reading.warning } : null;
  return required
    ? { severity: 'error', fault: { ...FAULTS.missingRequired, message: `${label} is required` } }
    : null;
}

function compileCustom(field: CustomFieldSpec, place: Place | null, input: MapperInput) {
  const { name, label = name, type, required } = field;
  const style = styleOfColumn(input.columnTypes, place?.column ?? '');
  const read = importReader(type, customReader(field, style), input.date1904 ?? false, style);
  return { name, label, place, read, required: required && input.mode === 'create' };
}
