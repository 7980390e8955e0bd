import { type ConsentFieldKey, isConsentField } from '#contract/consent-fields.ts';
import {
  CALLING_CODE_TARGET,
  customFieldName,
  customTarget,
  type ImportField,
  importField,
  NOTE_TARGET,
} from '#contract/lead-fields.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { isCutCell, type Row } from '#packages/tabular/tabular.ts';
import { STORED } from '../../../lead/fields.ts';
import { cellText, cellValue } from '../../../lead/values/cell-readers.ts';
import { styleOfColumn } from '../../../lead/values/column-types.ts';
import { timeReader } from '../../../lead/values/consent-time.ts';
import type { LeadDraft, MappedRow, Problem } from '../../../lead/values/draft.ts';
import { readText } from '../../../lead/values/normalise-text.ts';
import { FAULTS, type Fault, problemWith } from '../../../lead/values/problems.ts';
import { readConsent } from '../../../lead/values/read-consent.ts';
import { dropEmailStep, emailStep, keptPhoneStep, placeStep } from './contact-steps.ts';
import { currencyStep, customStep, idStep, nameStep, ownerStep, tagsStep, textStep } from './field-steps.ts';
import type { MapperInput, Place, Step } from './mapper-input.ts';

const REPLACEMENT = '\ufffd';

/** Unless the cells have another problem already. */
function lostCharactersStep(places: readonly (Place & { field: string | null })[]): Step {
  return (cells, _draft, problems) => {
    for (const { field, index, column } of places) {
      const value = cells[index] ?? '';
      const fault = lossOf(value);
      if (fault === null || problems.some((problem) => problem.column === column)) continue;
      problems.push(problemWith('warning', fault, { field, column, value }));
    }
  };
}

function lossOf(cell: string): Fault | null {
  if (isCutCell(cell)) return FAULTS.cellCut;
  return cell.includes(REPLACEMENT) ? FAULTS.unreadableCharacters : null;
}

const OWN_STEPS = ['id', 'email', 'phone', 'country', 'tags'] as const;

/** Drafts that grew key by key would be slower. */
const EMPTY_DRAFT: LeadDraft = {
  ...Object.fromEntries(STORED.map(([, , key]) => [key, undefined])),
  numberValid: false,
  typedPhone: undefined,
  note: undefined,
  givenConsent: undefined,
};

/**
 * Compiles a mapping that passed `validateMapping` into a function from rows to drafts.
 * Errors: neither email nor phone, a missing required custom field (both in create mode), a malformed email, an invalid Lead ID. What else
 * can't be read is a warning and leaves its field empty. An invalid phone is enough for a lead. Blank cells have no value.
 */
export function createMapper(input: MapperInput): (row: Row) => MappedRow {
  const steps = compileSteps(input);
  return ({ number, cells }) => {
    const draft = { ...EMPTY_DRAFT };
    const problems: Problem[] = [];
    for (const step of steps) step(cells, draft, problems);
    return { number, draft, problems };
  };
}

function compileSteps(input: MapperInput): Step[] {
  const { fields, custom, notes, callingCode, consent } = placesOf(input);
  const split = input.nameSplit ? columnPlace(input, input.nameSplit.column) : null;
  const place = (key: (typeof OWN_STEPS)[number]) =>
    fields.find(({ field }) => field.storedIn === key)?.place ?? null;
  const [id, email, phone] = [
    input.matchField === 'id' && input.mode === 'update' ? place('id') : null,
    place('email'),
    place('phone'),
  ];
  return [
    ...(id ? [idStep(id)] : []),
    ...fields.flatMap((one) => leadSteps(one.field, one.place, split, input)),
    ...(split ? [nameStep(split)] : []),
    ...(email ? [emailStep(email)] : []),
    placeStep({ country: place('country'), phone, callingCode }, input),
    ...(email && input.options.dropInvalidEmails ? [dropEmailStep] : []),
    tagsStep(place('tags'), input.manualTags),
    customStep(custom, input),
    ...(notes.length > 0 ? [noteStep(notes)] : []),
    ...(consent.size > 0 ? [consentStep(consent, input)] : []),
    ...(input.mode === 'create' && !input.isPart ? [contactStep] : []),
    lostCharactersStep([
      ...fields.map(({ field, place: { index, column } }) => ({ field: field.key, index, column })),
      ...[...custom].map(([name, { index, column }]) => ({ field: customTarget(name), index, column })),
      ...(split ? [{ field: 'firstName', ...split }] : []),
      ...notes.map((place) => ({ field: NOTE_TARGET, ...place })),
      ...[...consent].map(([field, place]) => ({ field, ...place })),
      ...toolPlaces(input),
    ]),
    // Whether an update keeps an invalid phone depends on its lead.
    ...(input.mode === 'create' && phone ? [keptPhoneStep(phone)] : []),
  ];
}

/** Columns that feed others: a cell made from a cut one may look whole. */
function toolPlaces(input: MapperInput): (Place & { field: null })[] {
  const columns = [...new Set(input.toolColumns)].filter((column) => !Object.hasOwn(input.mapping, column));
  return columns.flatMap((column) => {
    const place = columnPlace(input, column);
    return place === null ? [] : [{ field: null, ...place }];
  });
}

function columnPlace(input: MapperInput, column: string): Place | null {
  const index = input.columns.indexOf(column);
  return index < 0 ? null : { index, column };
}

function placesOf(input: MapperInput) {
  const fields: { field: ImportField; place: Place }[] = [];
  const custom = new Map<string, Place>();
  const notes: Place[] = [];
  const consent = new Map<ConsentFieldKey, Place>();
  let callingCode: Place | null = null;
  for (const [column, target] of Object.entries(input.mapping)) {
    const place = columnPlace(input, column);
    const field = importField(target);
    const name = customFieldName(target);
    if (place && field) fields.push({ field, place });
    if (place && name !== null) custom.set(name, place);
    if (place && target === NOTE_TARGET) notes.push(place);
    if (place && target === CALLING_CODE_TARGET) callingCode = place;
    if (place && isConsentField(target)) consent.set(target, place);
  }
  notes.sort((one, other) => one.index - other.index);
  return { fields, custom, notes, callingCode, consent };
}

function leadSteps(field: ImportField, place: Place, split: Place | null, input: MapperInput): Step[] {
  const key = field.storedIn;
  // The column to split feeds both names, whichever it was mapped to.
  if (split?.index === place.index && (key === 'firstName' || key === 'lastName')) return [];
  switch (key) {
    case 'id':
    case 'email':
    case 'phone':
    case 'country':
    case 'tags':
    case 'numberValid':
    case 'isSold':
    case 'importId':
    case 'createdAt':
      return [];
    case 'depositAmount':
      return [textStep(field, key, place, input), ...currencyStep(place, input)];
    case 'ownerId':
      return [ownerStep(place, input)];
    default:
      return [textStep(field, key, place, input)];
  }
}

/** A malformed email was already reported. */
const contactStep: Step = (_cells, draft, problems) => {
  if (draft.email !== undefined || draft.phone !== undefined) return;
  if (problems.some((problem) => problem.severity === 'error' && problem.field === 'email')) return;
  problems.push(problemWith('error', FAULTS.noContact, { field: null, column: null, value: '' }));
};

/** A line `Column: value` for each column with a value; cut if too long. */
function noteStep(places: readonly Place[]): Step {
  return (cells, draft, problems) => {
    const lines: string[] = [];
    let length = 0;
    for (const { index, column } of places) {
      const value = readText(cellValue(cells[index]));
      if (value === '') continue;
      const line = `${column}: ${value}`;
      lines.push(line);
      length += line.length + 1;
      if (length <= NOTE_MAX + 1) continue;
      problems.push(problemWith('warning', FAULTS.noteCut, { field: NOTE_TARGET, column, value }));
      break;
    }
    if (lines.length > 0) draft.note = lines.join('\n').slice(0, NOTE_MAX).toWellFormed();
  };
}

/** Consent that can't be read is a warning. */
function consentStep(places: ReadonlyMap<ConsentFieldKey, Place>, input: MapperInput): Step {
  const timeColumn = places.get('consentAt')?.column ?? '';
  const readTime = timeReader(styleOfColumn(input.columnTypes, timeColumn), input.date1904);
  return (cells, draft, problems) => {
    const texts: Partial<Record<ConsentFieldKey, string>> = {};
    for (const [field, { index }] of places) texts[field] = readText(cellValue(cells[index]));
    const consent = readConsent(texts, readTime, (field, fault) => {
      const place = places.get(field);
      const value = place ? cellText(cells[place.index]) : '';
      problems.push(problemWith('warning', fault, { field, column: place?.column ?? null, value }));
    });
    if (consent !== null) draft.givenConsent = consent;
  };
}
