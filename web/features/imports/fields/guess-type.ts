import type { CustomFieldType } from '#contract/lead-fields.ts';

const BOOLEAN =
  /^(?:yes|no|y|n|true|false|t|f|on|off|ja|nein|oui|non|s[ií]|não|sim|tak|nie|да|нет|evet|hayır)$/iu;
/** Digits, optionally in groups of three; a leading zero marks a code. */
const NUMBER = /^[-+]?(?:0|[1-9]\d{0,2}(?:[\s.,'’]\d{3})+|[1-9]\d*)(?:[.,]\d+)?$/u;
const NUMBER_DIGITS_MAX = 15;
const DATE =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ]\d{1,2}:\d{2}.*)?$/u;

/** Guesses a custom field's type from its values; text unless all agree. */
export function guessFieldType(values: readonly string[]): CustomFieldType {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  if (filled.length === 0) return 'text';
  if (filled.every((value) => BOOLEAN.test(value))) return 'boolean';
  if (filled.every((value) => DATE.test(value))) return 'date';
  return filled.every(isNumber) ? 'number' : 'text';
}

function isNumber(value: string): boolean {
  return NUMBER.test(value) && value.replace(/\D/gu, '').length <= NUMBER_DIGITS_MAX;
}
