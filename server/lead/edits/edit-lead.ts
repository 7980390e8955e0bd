import type { z } from 'zod';
import { type CustomFieldSpec, LEAD_FIELDS, type LeadField } from '#contract/lead-fields.ts';
import type { leadInput } from '#contract/leads.ts';
import { Refusal } from '../../platform/errors.ts';
import { canonicalCountry, countryName } from '../countries/canonical-country.ts';
import { readPhone } from '../phones/read-phone.ts';
import { emptyLead } from '../store/lead-row.ts';
import type { StoredLead } from '../store/stored-lead.ts';
import { type CellReader, customReader, fitsField, leadReader } from '../values/cell-readers.ts';
import { DEFAULT_STYLE } from '../values/column-types.ts';
import { readEmail } from '../values/normalise-email.ts';
import { readTags, readText, uniteTags } from '../values/normalise-text.ts';
import type { Fault } from '../values/problems.ts';

/** What a person writes into the fields of a lead; a field that is missing stays as it is. */
export type LeadInput = {
  [K in keyof z.output<typeof leadInput>]?: z.output<typeof leadInput>[K] | undefined;
};

/** The same as a program may write it: an amount also as a number, which is read as the text of it. */
export type GivenLead = Omit<LeadInput, 'depositAmount'> & {
  depositAmount?: string | number | null | undefined;
};

type TextKey = Exclude<keyof LeadInput, 'email' | 'phone' | 'country' | 'tags' | 'customData'>;
type Custom = StoredLead['custom_data'];

const OWN_RULE: ReadonlySet<string> = new Set(['text', 'ip', 'amount', 'date', 'status']);
const TEXT_FIELDS = LEAD_FIELDS.filter((field) => field.importable && OWN_RULE.has(field.kind)).map(
  (field) => ({
    field,
    read: leadReader(field.kind, DEFAULT_STYLE, field.key),
  }),
);

/**
 * The lead after an edit, its values read by the same rules as those of a file: e-mail lower-cased, country by its
 * canonical name, phone in E.164 where it is valid with the lead's country, otherwise as typed. A phone that is
 * stored but not valid is read again when the country changes. Empty text and null empty a field; an empty status
 * is `new`.
 * @throws Refusal invalid_input naming the field
 */
export function editedLead<L extends StoredLead>(
  lead: L,
  input: GivenLead,
  customFields: readonly CustomFieldSpec[],
): L {
  const next: L = { ...lead };
  edit(next, input, customFields);
  return next;
}

/** Edits the lead itself. After a refusal it is of no use. */
function edit(lead: StoredLead, input: GivenLead, customFields: readonly CustomFieldSpec[]): void {
  const { country } = lead;
  editTexts(lead, input);
  if (input.email !== undefined) lead.email = emailOf(input.email ?? '');
  if (input.country !== undefined) lead.country = countryOf(input.country ?? '');
  const readAgain = lead.country !== country && !lead.number_valid ? lead.phone : undefined;
  const phone = input.phone === undefined ? readAgain : input.phone;
  if (phone !== undefined) editPhone(lead, phone ?? '');
  if (input.tags !== undefined) lead.tags = tagsOf(input.tags);
  if (input.customData !== undefined) {
    lead.custom_data = customOf(lead.custom_data, input.customData, customFields);
  }
  if (lead.email === null && lead.phone === null) {
    throw new Refusal('invalid_input', 'A lead needs an e-mail or a phone', { field: 'email' });
  }
}

function editTexts(lead: StoredLead, input: GivenLead): void {
  const columns: Record<string, unknown> = lead as StoredLead & Record<string, unknown>;
  for (const { field, read } of TEXT_FIELDS) {
    const given = input[field.key as TextKey];
    if (given === undefined) continue;
    const text = textOf(field, read, given === null ? '' : String(given));
    columns[field.column] = text ?? (field.key === 'status' ? 'new' : null);
  }
}

/**
 * A new lead: read as by `editedLead`, every required custom field must have a value, and an empty country is taken
 * from a valid phone.
 * @throws Refusal invalid_input naming the field
 */
export function newLead(id: string, input: GivenLead, customFields: readonly CustomFieldSpec[]): StoredLead {
  const lead = emptyLead(id);
  edit(lead, input, customFields);
  const missing = customFields.find((field) => field.required && lead.custom_data[field.name] === undefined);
  if (missing !== undefined) throw invalid(`custom:${missing.name}`, `${missing.name} is required`);
  if (lead.country === null && lead.number_valid && lead.phone !== null) {
    const { region } = readPhone(lead.phone, null);
    lead.country = region === null ? null : countryName(region);
  }
  return lead;
}

/** The tags as they are stored: blanks trimmed, spellings that differ in case alone once, a comma separates two. */
export function tagsOf(tags: readonly string[]): string[] {
  const [only] = tags;
  // The tags of one text are united already.
  if (only !== undefined && tags.length === 1) return readTags(only);
  return uniteTags(tags.flatMap(readTags));
}

function textOf(field: LeadField, read: CellReader<string>, given: string): string | null {
  const text = readText(given);
  if (text === '') return null;
  // Nothing else is to be read of it.
  if (field.kind === 'text' && fitsField(text, field.key)) return text;
  const reading = read(text);
  if ('fault' in reading) throw invalid(field.key, `${field.label}: ${reasonOf(reading.fault)}`);
  return reading.value === '' ? null : reading.value;
}

/** The words of an import go on to say what became of the field; here nothing was changed. */
function reasonOf(fault: Fault): string {
  return fault.message.split(';')[0] ?? fault.message;
}

function emailOf(given: string): string | null {
  const text = readText(given);
  if (text === '') return null;
  const email = readEmail(text);
  if (email === null) throw invalid('email', 'Email: This is not an e-mail address');
  return email;
}

function countryOf(given: string): string | null {
  const text = readText(given);
  if (text === '') return null;
  if (!fitsField(text, 'country')) throw invalid('country', 'Country: The text is too long');
  return canonicalCountry(text).name;
}

function editPhone(lead: StoredLead, given: string): void {
  const text = readText(given);
  if (!fitsField(text)) throw invalid('phone', 'Phone: The text is too long');
  const reading = text === '' ? null : readPhone(text, isoOf(lead.country));
  lead.phone = reading?.phone ?? null;
  lead.number_valid = reading?.valid ?? false;
}

function isoOf(country: string | null): string | null {
  return country === null ? null : canonicalCountry(country).iso;
}

function customOf(
  held: Custom,
  given: NonNullable<LeadInput['customData']>,
  customFields: readonly CustomFieldSpec[],
): Custom {
  const next: Custom = { ...held };
  for (const [name, value] of Object.entries(given)) {
    const field = customFields.find((known) => known.name === name);
    const at = `custom:${name.slice(0, 100)}`;
    if (field === undefined) throw invalid(at, `There is no custom field named ${name.slice(0, 100)}`);
    const typed = customValue(field, value);
    if (typed !== null) next[name] = typed;
    else if (field.required) throw invalid(at, `${name} is required`);
    else delete next[name];
  }
  return next;
}

function customValue(
  field: CustomFieldSpec,
  value: string | number | boolean | null,
): string | number | boolean | null {
  if (typeof value === field.type) return value;
  const text = value === null ? '' : readText(String(value));
  if (text === '') return null;
  const reading = customReader(field.type, DEFAULT_STYLE)(text);
  if ('fault' in reading) throw invalid(`custom:${field.name}`, `${field.name}: ${reasonOf(reading.fault)}`);
  return reading.value;
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid_input', message, { field });
}
