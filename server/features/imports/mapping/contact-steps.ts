import { type Country, canonicalCountry, countryName } from '../../../lead/countries/canonical-country.ts';
import { withCallingCode } from '../../../lead/phones/calling-code.ts';
import { hasDigit, isInternational } from '../../../lead/phones/phone-cell.ts';
import { foreignPhone } from '../../../lead/phones/phone-country.ts';
import { type PhoneReading, readPhone } from '../../../lead/phones/read-phone.ts';
import { cellValue, fitsField } from '../../../lead/values/cell-readers.ts';
import type { LeadDraft, MappedRow, Problem, TypedPhone } from '../../../lead/values/draft.ts';
import { readEmailCell } from '../../../lead/values/normalise-email.ts';
import { readText } from '../../../lead/values/normalise-text.ts';
import { FAULTS, problemWith } from '../../../lead/values/problems.ts';
import { repairPostcode } from '../../../lead/values/repair-postcode.ts';
import type { MapperInput, Place, Step } from './mapper-input.ts';

/** A malformed email is a row error; further addresses are a warning. */
export function emailStep({ index, column }: Place): Step {
  return (cells, draft, problems) => {
    const text = cellValue(cells[index]);
    if (text === '') return;
    const { email, fault } = readEmailCell(text);
    if (email !== null) draft.email = email;
    if (fault === null) return;
    const severity = email === null ? 'error' : 'warning';
    problems.push(problemWith(severity, fault, { field: 'email', column, value: text }));
  };
}

/** Leaves out an invalid email of a row with a valid phone. */
export const dropEmailStep: Step = (_cells, { numberValid }, problems) => {
  const problem = numberValid ? problems.find(isInvalidEmail) : undefined;
  if (problem) Object.assign(problem, { ...FAULTS.droppedEmail, severity: 'warning' });
};

/** Returns whether `dropEmailStep` makes a row importable, or did. */
export function losesEmail({ draft, problems }: Pick<MappedRow, 'draft' | 'problems'>): boolean {
  if (!draft.numberValid || problems.length === 0) return false;
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return errors.every(isInvalidEmail);
  return problems.some(({ code }) => code === FAULTS.droppedEmail.code);
}

function isInvalidEmail({ field, severity }: Problem): boolean {
  return field === 'email' && severity === 'error';
}

interface Places {
  country: Place | null;
  phone: Place | null;
  callingCode: Place | null;
}

/**
 * Reads country and phone, and repairs the postcode.
 * A national number is read with its calling code's column, else with the row's country, else the default. In create mode, a row without a country gets its valid phone's if
 * the option is on, else the default. In update mode nothing is derived: the phone is read with the lead's country.
 * The postcode is never read with the phone's country: people keep their number when they move.
 */
export function placeStep({ country, phone, callingCode }: Places, input: MapperInput): Step {
  const { defaultCountry, countryFromPhone } = input.options;
  const fallback = defaultCountry === null ? null : canonicalCountry(defaultCountry);
  return (cells, draft, problems) => {
    const own = country && readCountry(country, cells, problems);
    const iso = (own ?? fallback)?.iso ?? null;
    const code = callingCode && cellValue(cells[callingCode.index]);
    const typed = phone === null ? '' : withCallingCode(phoneText(cells[phone.index]), code);
    const reading = phone && phoneOf(phone, typed, iso, draft, problems);
    if (iso !== null && draft.postcode !== undefined) draft.postcode = repairPostcode(draft.postcode, iso);
    const derived = countryFromPhone && reading?.region ? countryName(reading.region) : null;
    const name = own?.name ?? (input.mode === 'create' ? (derived ?? fallback?.name) : undefined);
    if (name !== undefined) draft.country = name;
    if (phone && reading) {
      if (input.mode === 'update') draft.typedPhone = typedPhone(phone, typed, own !== null);
      else if (reading.region !== iso) warnOfCountry(phone, typed, draft, problems);
    }
  };
}

function typedPhone({ column }: Place, text: string, isOwnCountry: boolean): TypedPhone {
  return { text, column, isNational: !isOwnCountry && !isInternational(text) };
}

function warnOfCountry(
  { column }: Place,
  value: string,
  { phone, numberValid, country }: LeadDraft,
  problems: Problem[],
): void {
  const fault = foreignPhone({ phone: phone ?? null, valid: numberValid, country: country ?? null });
  const at = { field: 'phone', column, value };
  if (fault !== null) problems.push(problemWith('warning', fault, at));
}

function readCountry(
  { index, column }: Place,
  cells: readonly string[],
  problems: Problem[],
): Country | null {
  const text = readText(cellValue(cells[index]));
  if (text === '') return null;
  if (fitsField(text, 'country')) return canonicalCountry(text);
  problems.push(problemWith('warning', FAULTS.tooLong, { field: 'country', column, value: text }));
  return null;
}

function phoneOf(
  { column }: Place,
  text: string,
  region: string | null,
  draft: LeadDraft,
  problems: Problem[],
): PhoneReading | null {
  if (text === '') return null;
  const at = { field: 'phone', column, value: text };
  if (!fitsField(text)) {
    problems.push(problemWith('warning', FAULTS.tooLong, at));
    return null;
  }
  if (!hasDigit(text)) {
    problems.push(problemWith('warning', FAULTS.noDigit, at));
    return null;
  }
  const reading = readPhone(text, region);
  if (reading.fault !== null) problems.push(problemWith('warning', reading.fault, at));
  draft.phone = reading.phone;
  draft.numberValid = reading.valid;
  return reading;
}

function phoneText(cell: string | undefined): string {
  return readText(cellValue(cell));
}

/** Warns of an invalid phone, unless another problem of it says why. Comes last. */
export function keptPhoneStep({ index, column }: Place): Step {
  return (cells, draft, problems) => {
    if (isKeptAsTyped(draft, problems)) problems.push(keptPhone(column, phoneText(cells[index])));
  };
}

/** Judged by the row alone: a national number may be valid with the lead's country. */
export function typedPhoneProblems({ draft, problems }: MappedRow): Problem[] {
  const { typedPhone } = draft;
  if (typedPhone === undefined || typedPhone.isNational || !isKeptAsTyped(draft, problems)) return [];
  return [keptPhone(typedPhone.column, typedPhone.text)];
}

function isKeptAsTyped({ phone, numberValid }: LeadDraft, problems: readonly Problem[]): boolean {
  return phone !== undefined && !numberValid && !problems.some(({ field }) => field === 'phone');
}

function keptPhone(column: string, value: string): Problem {
  return problemWith('warning', FAULTS.invalidPhone, { field: 'phone', column, value });
}
