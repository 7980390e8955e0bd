/** Sign between the whole and the fractional digits. */
export type DecimalSign = '.' | ',';

// Spares the patterns a cell of megabytes.
const MAX_CHARACTERS = 60;

/** Without rounding. `whole` has no leading zeros and is at least `0`. */
export interface Digits {
  negative: boolean;
  whole: string;
  fraction: string;
}

const PLAIN = /^-?\d{1,12}(?:\.\d{1,2})?$/;
// In threes, or as in India: 12,34,567.
const GROUPED = /^\d{1,3}(?:(.)\d{3})+$|^\d{1,2}(?:(.)\d{2})+(.)\d{3}$/;

/** The decimal sign if the text is evidence (`12,50`, `1.234,56`), `ambiguous.` or `ambiguous,` for a lone sign before three digits, or null. */
export function decimalEvidence(text: string): DecimalSign | 'ambiguous.' | 'ambiguous,' | null {
  const dot = text.lastIndexOf('.');
  const comma = text.lastIndexOf(',');
  if (dot < 0 && comma < 0) return null;
  if (PLAIN.test(text)) return '.';
  const core = numberCore(text);
  if (core === null) return null;
  const signs = core.text.replace(/[^.,]/g, '');
  if (signs === '' || readDigits(text, '.') === null) return null;
  if (signs.includes('.') && signs.includes(',')) return signs.endsWith(',') ? ',' : '.';
  const sign: DecimalSign = signs.startsWith(',') ? ',' : '.';
  if (signs.length > 1) return sign === ',' ? '.' : ',';
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(core.text) ? `ambiguous${sign}` : sign;
}

/**
 * Digits of a number as people and spreadsheets write it, or null.
 * Rule: grouping by comma, dot, blank or apostrophe, in threes or as in India; a minus before or after, or brackets; dashes for no cents
 * (`5,-`). A lone sign before three digits is decimal if it is the column's. No exponents, percentages or multiples such as 5k.
 */
export function readDigits(text: string, decimal: DecimalSign): Digits | null {
  if (PLAIN.test(text)) return plainDigits(text);
  const core = numberCore(text);
  if (core === null) return null;
  const sign = decimalSignOf(core.text, decimal);
  const at = sign === null ? -1 : core.text.lastIndexOf(sign);
  const whole = at < 0 ? core.text : core.text.slice(0, at);
  const fraction = at < 0 ? '' : core.text.slice(at + 1);
  const wholeDigits = ungrouped(whole);
  if (wholeDigits === null || !/^\d*$/.test(fraction) || wholeDigits + fraction === '') return null;
  return { negative: core.negative, whole: wholeDigits.replace(/^0+(?=\d)/, '') || '0', fraction };
}

function plainDigits(text: string): Digits {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  return { negative, whole: whole.replace(/^0+(?=\d)/, ''), fraction };
}

/** Without sign and brackets. */
function numberCore(text: string): { text: string; negative: boolean } | null {
  if (text.length > MAX_CHARACTERS) return null;
  const plain = text
    .trim()
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[’‘ʼ`´′]/g, "'")
    .replace(/[−–—‒]/g, '-')
    .replace(/(?<sign>[.,])-{1,2}$/, '$<sign>00');
  const bracketed = /^\((.*)\)$/.exec(plain)?.[1];
  const signed = /^([+-]?)\s*([\d.,' ]*?)\s*(-?)$/.exec(bracketed ?? plain);
  if (!signed) return null;
  const signs = (signed[1] ?? '') + (signed[3] ?? '');
  if (signs.length > 1 || (signs !== '' && bracketed !== undefined) || !/\d/.test(signed[2] ?? ''))
    return null;
  return { text: (signed[2] ?? '').trim(), negative: bracketed !== undefined || signs === '-' };
}

function decimalSignOf(text: string, decimal: DecimalSign): DecimalSign | null {
  const signs = text.replace(/[^.,]/g, '');
  if (signs === '') return null;
  const last: DecimalSign = signs.endsWith(',') ? ',' : '.';
  if (signs.length > 1 && new Set(signs).size === 1) return null;
  if (signs.length === 1 && last !== decimal && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return null;
  return last;
}

function ungrouped(text: string): string | null {
  if (/^\d*$/.test(text)) return text;
  const groups = GROUPED.exec(text);
  const separators = new Set(text.replace(/\d/g, ''));
  return groups && separators.size === 1 ? text.replace(/\D/g, '') : null;
}

/**
 * Reads a number for a custom field. Returns null if it is none or has more than the 15 digits that a number
 * keeps exactly. `decimal` is the decimal sign of the column, as in `readDigits`.
 */
export function readNumber(text: string, decimal: DecimalSign = '.'): number | null {
  const digits = readDigits(text, decimal);
  if (!digits || (digits.whole + digits.fraction).replace(/^0+/, '').length > 15) return null;
  return Number(`${digits.negative ? '-' : ''}${digits.whole}.${digits.fraction || '0'}`) + 0;
}
