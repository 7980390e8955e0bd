const DANGEROUS = /^'*[=+\-@\t\r]/;
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Returns the cell with an apostrophe before text that a spreadsheet would run as a formula. Phone numbers in
 * E.164 form stay as they are.
 */
export function guardedText(text: string): string {
  return DANGEROUS.test(text) && !E164.test(text) ? `'${text}` : text;
}
