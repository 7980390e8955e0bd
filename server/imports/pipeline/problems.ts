import type { MappedRow, Problem } from './types.ts';

/** Why a value could not be taken as it stands: a stable code and words for the user. */
export interface Fault {
  code: string;
  message: string;
}

/** Every fault of a cell or row that mapping can find. */
export const FAULTS = {
  invalidEmail: { code: 'invalid_email', message: 'This is not an e-mail address' },
  noContact: { code: 'no_contact', message: 'The row has neither an e-mail nor a phone' },
  invalidId: { code: 'invalid_id', message: 'This is not a Lead ID' },
  missingRequired: { code: 'missing_required', message: 'A required field has no value' },
  invalidAmount: { code: 'invalid_amount', message: 'This is not an amount; the field was left empty' },
  invalidDate: { code: 'invalid_date', message: 'This is not a date; the field was left empty' },
  invalidIp: { code: 'invalid_ip', message: 'This is not an IP address; the field was left empty' },
  invalidNumber: { code: 'invalid_number', message: 'This is not a number; the field was left empty' },
  invalidBoolean: {
    code: 'invalid_boolean',
    message: 'This is neither Yes nor No; the field was left empty',
  },
  tooLong: { code: 'too_long', message: 'The text is too long; the field was left empty' },
  excelNumber: {
    code: 'excel_number',
    message: 'A spreadsheet rounded this phone number; format the column as text and export it again',
  },
  phoneExtension: { code: 'phone_extension', message: 'The extension behind the phone number was dropped' },
} as const satisfies Record<string, Fault>;

const VALUE_LIMIT = 500;

/** A problem with one cell, its original value cut to 500 characters. */
export function problemWith(
  severity: Problem['severity'],
  fault: Fault,
  at: { field: string | null; column: string | null; value: string },
): Problem {
  return { severity, ...fault, ...at, value: at.value.slice(0, VALUE_LIMIT) };
}

/** Whether a row has no error: it may become a lead. */
export function isSound({ problems }: MappedRow): boolean {
  return !problems.some((problem) => problem.severity === 'error');
}
