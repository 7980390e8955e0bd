import type { z } from 'zod';
import { type CustomFieldSpec, LEAD_FIELDS, type LeadField } from '#contract/lead-fields.ts';
import type { leadInput, ValueWarning } from '#contract/leads.ts';
import { HttpError } from '../../platform/errors.ts';
import { canonicalCountry, countryName } from '../countries/canonical-country.ts';
import { hasDigit } from '../phones/phone-cell.ts';
import { foreignPhone } from '../phones/phone-country.ts';
import { readPhone } from '../phones/read-phone.ts';
import { emptyLead } from '../rows/lead-row.ts';
import type { StoredLead } from '../rows/stored-lead.ts';
import { isSameCustomer } from '../sales/customer-key.ts';
import { type CellReader, customReader, fitsField, leadReader } from '../values/cell-readers.ts';
import { DEFAULT_STYLE } from '../values/column-types.ts';
import { readEmailCell } from '../values/normalise-email.ts';
import { readGiven, readTagList, readText } from '../values/normalise-text.ts';
import { FAULTS, type Fault } from '../values/problems.ts';

/** Fields of a lead as a person enters them; a missing field stays unchanged. */
export type LeadInput = {
  [K in keyof z.output<typeof leadInput>]?: z.output<typeof leadInput>[K] | undefined;
};

/** Fields as a program may send them: an amount may also be a number, which is read through its text. */
export type GivenLead = Omit<LeadInput, 'depositAmount'> & {
  depositAmount?: string | number | null | undefined;
};

const UNSOLD = 'Only a sold lead has a customer number. Mark the lead as sold instead. Nothing was saved.';

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
 * Returns the lead after an edit. Values follow the same rules as in a file: e-mail in lower case, country by
 * its canonical name, phone in E.164 if valid with the lead's country and as typed otherwise. A change of
 * country reads a stored invalid phone again. Empty text and null clear a field, but an empty status is `new`.
 * @param warnings receives what was dropped or looks wrong
 * @throws HttpError invalid_input naming the field, also for the customer number of an unsold lead, or lead_sold for another one of a sold
 *   lead
 */
export function editedLead<L extends StoredLead>(
  lead: L,
  input: GivenLead,
  customFields: readonly CustomFieldSpec[],
  warnings: ValueWarning[] = [],
): L {
  const next: L = { ...lead };
  edit(next, input, customFields, warnings);
  if (isSameCustomer(next.customer_number, lead.customer_number)) next.customer_number = lead.customer_number;
  else if (lead.is_sold) {
    const message =
      'This lead is sold. To change its customer number, return the lead and sell it again. Nothing was saved.';
    throw new HttpError('lead_sold', message, { field: 'customerNumber' });
  } else if (next.customer_number !== null) throw invalidField('customerNumber', UNSOLD);
  return next;
}

/**
 * Edits the lead in place; after an error it is unusable.
 * @throws HttpError invalid_input
 */
function edit(
  lead: StoredLead,
  input: GivenLead,
  customFields: readonly CustomFieldSpec[],
  warnings: ValueWarning[],
): void {
  const { country } = lead;
  editTexts(lead, input);
  if (input.email !== undefined) lead.email = editedEmail(input.email ?? '', warnings);
  if (input.country !== undefined) lead.country = editedCountry(input.country ?? '');
  const readAgain = lead.country !== country && !lead.number_valid ? lead.phone : undefined;
  const phone = input.phone === undefined ? readAgain : input.phone;
  if (phone !== undefined) editPhone(lead, phone ?? '', warnings);
  if (phone !== undefined || lead.country !== country) {
    warn(warnings, 'phone', foreignPhone({ ...lead, valid: lead.number_valid }));
  }
  if (input.tags !== undefined) lead.tags = readTagList(input.tags);
  if (input.customData !== undefined) {
    lead.custom_data = editedCustomData(lead.custom_data, input.customData, customFields);
  }
  if (lead.email === null && lead.phone === null) {
    throw new HttpError('invalid_input', 'A lead needs an email or a phone', { field: 'email' });
  }
}

function editTexts(lead: StoredLead, input: GivenLead): void {
  const columns: Record<string, unknown> = lead as StoredLead & Record<string, unknown>;
  for (const { field, read } of TEXT_FIELDS) {
    const given = input[field.key as TextKey];
    if (given === undefined) continue;
    const text = editedText(field, read, given === null ? '' : String(given));
    columns[field.column] = text ?? (field.key === 'status' ? 'new' : null);
  }
}

/**
 * Returns a new lead, with values read as in `editedLead`. Every required custom field needs a value. An
 * empty country is derived from a valid phone. A customer number is left out, as the lead isn't sold.
 * @param warnings receives what was dropped or looks wrong
 * @throws HttpError invalid_input naming the field
 */
export function leadFromInput(
  id: string,
  input: GivenLead,
  customFields: readonly CustomFieldSpec[],
  warnings: ValueWarning[] = [],
): StoredLead {
  const lead = emptyLead(id);
  edit(lead, input, customFields, warnings);
  if (lead.customer_number !== null) {
    lead.customer_number = null;
    warn(warnings, 'customerNumber', FAULTS.unsoldCustomer);
  }
  const missing = customFields.find((field) => field.required && lead.custom_data[field.name] === undefined);
  if (missing !== undefined) throw invalidField(`custom:${missing.name}`, `${missing.name} is required`);
  if (lead.country === null && lead.number_valid && lead.phone !== null) {
    const { region } = readPhone(lead.phone, null);
    lead.country = region === null ? null : countryName(region);
  }
  return lead;
}

function editedText(field: LeadField, read: CellReader<string>, given: string): string | null {
  const text = field.kind === 'status' ? readText(given) : readGiven(given, field.key);
  if (text === '') return null;
  // Plain text needs no further parsing.
  if (field.kind === 'text' && field.key !== 'postcode' && fitsField(text, field.key)) return text;
  const reading = read(text);
  if ('fault' in reading) throw invalidField(field.key, `${field.label}: ${reasonOf(reading.fault)}`);
  return reading.value === '' ? null : reading.value;
}

/**
 * Returns the first part of an import message. The rest says what the import did with the field; an edit
 * changes nothing.
 */
function reasonOf(fault: Fault): string {
  return fault.message.split(';')[0] ?? fault.message;
}

function editedEmail(given: string, warnings: ValueWarning[]): string | null {
  const text = readGiven(given);
  if (text === '') return null;
  const { email, fault } = readEmailCell(text);
  if (email === null && fault !== null) throw invalidField('email', 'Enter a valid email address');
  warn(warnings, 'email', fault);
  return email;
}

function editedCountry(given: string): string | null {
  const text = readGiven(given);
  if (text === '') return null;
  if (!fitsField(text, 'country')) throw invalidField('country', 'Country: The text is too long');
  return canonicalCountry(text).name;
}

function editPhone(lead: StoredLead, given: string, warnings: ValueWarning[]): void {
  const text = readGiven(given);
  if (!fitsField(text)) throw invalidField('phone', 'Phone: The text is too long');
  const isNumber = hasDigit(text);
  if (text !== '' && !isNumber) {
    if (lead.phone !== null) throw invalidField('phone', `Phone: ${reasonOf(FAULTS.noDigit)}`);
    warn(warnings, 'phone', FAULTS.noDigit);
  }
  const reading = isNumber ? readPhone(text, countryIso(lead.country)) : null;
  lead.phone = reading?.phone ?? null;
  lead.number_valid = reading?.valid ?? false;
  warn(warnings, 'phone', reading?.fault ?? null);
}

function warn(warnings: ValueWarning[], field: string, fault: Fault | null): void {
  if (fault !== null) warnings.push({ field, code: fault.code, message: fault.message });
}

function countryIso(country: string | null): string | null {
  return country === null ? null : canonicalCountry(country).iso;
}

function editedCustomData(
  held: Custom,
  given: NonNullable<LeadInput['customData']>,
  customFields: readonly CustomFieldSpec[],
): Custom {
  const next: Custom = { ...held };
  for (const [name, value] of Object.entries(given)) {
    const field = customFields.find((known) => known.name === name);
    const at = `custom:${name.slice(0, 100)}`;
    if (field === undefined) throw invalidField(at, `There is no custom field named ${name.slice(0, 100)}`);
    const typed = editedCustomValue(field, value);
    if (typed !== null) next[name] = typed;
    else if (field.required) throw invalidField(at, `${field.label ?? name} is required`);
    else delete next[name];
  }
  return next;
}

function editedCustomValue(
  field: CustomFieldSpec,
  value: string | number | boolean | null,
): string | number | boolean | null {
  if (typeof value === field.type) return value;
  const text = value === null ? '' : readGiven(String(value));
  if (text === '') return null;
  const reading = customReader(field, DEFAULT_STYLE)(text);
  if ('fault' in reading)
    throw invalidField(`custom:${field.name}`, `${field.label ?? field.name}: ${reasonOf(reading.fault)}`);
  return reading.value;
}

function invalidField(field: string, message: string): HttpError {
  return new HttpError('invalid_input', message, { field });
}
