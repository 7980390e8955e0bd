import type { MappedRow, Problem } from './draft.ts';

/** Reason why a value could not be used as it stands: a stable code and a message for the user. */
export interface Fault {
  code: string;
  message: string;
}

/** Faults of a cell or row that mapping can find. */
export const FAULTS = {
  invalidEmail: { code: 'invalid_email', message: 'Not a valid email address' },
  droppedEmail: { code: 'dropped_email', message: 'Not a valid email address; left empty' },
  noContact: { code: 'no_contact', message: 'The row has neither an email nor a phone' },
  invalidId: { code: 'invalid_id', message: 'Not a valid Lead ID' },
  missingRequired: { code: 'missing_required', message: 'A required field is empty' },
  invalidAmount: { code: 'invalid_amount', message: 'Not a valid amount; left empty' },
  mixedCurrency: {
    code: 'mixed_currency',
    message: 'The amounts name several currencies, so none was stored; map a column of currencies',
  },
  invalidDate: { code: 'invalid_date', message: 'Not a valid date; left empty' },
  unknownChoice: { code: 'unknown_choice', message: 'Not one of the values of this list; left empty' },
  unknownOwner: { code: 'unknown_owner', message: 'No user of your organization has this name; left empty' },
  invalidIp: { code: 'invalid_ip', message: 'Not a valid IP address; left empty' },
  invalidNumber: { code: 'invalid_number', message: 'Not a valid number; left empty' },
  invalidBoolean: {
    code: 'invalid_boolean',
    message: 'Not Yes or No; left empty',
  },
  tooLong: { code: 'too_long', message: 'The text is too long; left empty' },
  noteCut: {
    code: 'note_cut',
    message: 'The note is longer than 10,000 characters; the rest was dropped',
  },
  cellCut: {
    code: 'cell_cut',
    message: 'The cell is longer than 32,767 characters; the rest was dropped',
  },
  tagsCut: {
    code: 'tags_cut',
    message: 'More than 100 tags; the rest was dropped',
  },
  unreadableCharacters: {
    code: 'unreadable_characters',
    message:
      "Some characters can't be read and show as \ufffd; correct them, or save the file as UTF-8 and upload it again",
  },
  excelNumber: {
    code: 'excel_number',
    message: 'A spreadsheet rounded this phone number; format the column as text and export it again',
  },
  excelPhoneDate: {
    code: 'excel_date',
    message:
      'A spreadsheet turned this phone number into a date; format the column as text and enter it again',
  },
  phonePrefix: {
    code: 'phone_prefix',
    message:
      'A leading + or zero seems to be missing, as spreadsheets drop them; add it or enter the country',
  },
  excelScientific: {
    code: 'excel_scientific',
    message:
      'A spreadsheet turned this into scientific notation and rounded it; format the column as text and export it again',
  },
  unsoldCustomer: { code: 'not_sold', message: 'Only a sold lead has a customer number; left empty' },
  excelId: {
    code: 'excel_scientific',
    message: 'A spreadsheet turned this Lead ID into a number; format the column as text and export it again',
  },
  excelRounded: {
    code: 'excel_scientific',
    message:
      'A spreadsheet rounded this to scientific notation; left empty. Show the column in full and export it again',
  },
  excelPrecision: {
    code: 'excel_precision',
    message:
      'A spreadsheet keeps 15 digits of a number, so the last digits of this one are lost; format the column as text and enter it again',
  },
  excelDigits: {
    code: 'excel_precision',
    message: 'A spreadsheet keeps 15 digits of a number, so the last digits of this one are lost; left empty',
  },
  excelAmountDate: {
    code: 'excel_date',
    message:
      'A spreadsheet turned this amount into a date; left empty. Format the column as a number and enter it again',
  },
  excelNumberDate: {
    code: 'excel_date',
    message:
      'A spreadsheet turned this number into a date; left empty. Format the column as a number and enter it again',
  },
  otherPhones: {
    code: 'other_phones',
    message: 'More than one phone number; only the first valid one was kept',
  },
  otherEmails: {
    code: 'other_emails',
    message: 'More than one email address; only the first valid one was kept',
  },
  invalidPhone: { code: 'invalid_phone', message: 'Not a valid number; kept as entered' },
  noDigit: { code: 'no_phone', message: 'Not a phone number: it has no digit; left empty' },
  phoneText: { code: 'phone_text', message: 'The text around the phone number was dropped' },
  emailText: { code: 'email_text', message: 'The text around the email address was dropped' },
  unsureDate: {
    code: 'unsure_date',
    message: 'Day, month and year could be in another order; check the date',
  },
  futureConsent: { code: 'future_consent', message: 'The consent lies in the future; left empty' },
  invalidChannel: {
    code: 'invalid_channel',
    message: 'Not a channel: write phone, email, sms, whatsapp, post or any; left empty',
  },
  invalidUrl: { code: 'invalid_url', message: 'Not a valid web address; left empty' },
  invalidCertificate: {
    code: 'invalid_certificate',
    message: 'Not a TrustedForm certificate or a Jornaya token; left empty',
  },
  noConsent: {
    code: 'no_consent',
    message: 'Neither a channel, a time nor a certificate of the consent is valid, so none was recorded',
  },
  phoneExtension: { code: 'phone_extension', message: 'The extension after the phone number was dropped' },
} as const satisfies Record<string, Fault>;

const VALUE_LIMIT = 500;

/** Creates a problem with one cell, with its original value cut to 500 characters. */
export function problemWith(
  severity: Problem['severity'],
  fault: Fault,
  at: { field: string | null; column: string | null; value: string },
): Problem {
  return { severity, ...fault, ...at, value: at.value.slice(0, VALUE_LIMIT) };
}

/** Returns whether a row has no error, so that it can become a lead. */
export function isSound({ problems }: MappedRow): boolean {
  return !problems.some((problem) => problem.severity === 'error');
}
