const MARKS = /\p{M}+/gu;
const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/gu;
const BRACKETED = /[([{][^()[\]{}]*\p{L}[^()[\]{}]*[)\]}]/gu;
const NUMBER = /^\p{Nd}+$/u;
const QUALIFIER = /\s(?:with|without|incl|including|inc)\b.*$/iu;

const BASE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  œ: 'oe',
};

function withoutAccents(header: string): string {
  const decomposed = header.normalize('NFKD').replace(MARKS, '');
  return decomposed.replace(/[ßıłŁøØæœ]/gu, (letter) => BASE_LETTERS[letter] ?? letter);
}

/** `First_Name`, `first name` and `FirstName` are equal, in any case and with any accents. */
export function squash(header: string): string {
  return withoutAccents(header).toLowerCase().replace(NOT_ALPHANUMERIC, '');
}

/** Lower-case words, split at separators, changes of case and between letters and digits: `DepositAmount` is `deposit`, `amount`. */
export function headerWords(header: string): string[] {
  return withoutAccents(header)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(NOT_ALPHANUMERIC)
    .filter((word) => word !== '');
}

/** Words without numbers, and the last number; none counts as 1. */
export interface OrdinalWords {
  words: string[];
  ordinal: number;
}

/** `phone1` and `E-mail 2 Address` have siblings. */
export function splitOrdinal(all: readonly string[]): OrdinalWords {
  const words = all.filter((word) => !NUMBER.test(word));
  const last = all.filter((word) => NUMBER.test(word)).at(-1);
  return { words, ordinal: Math.max(Number(last ?? 1), 1) };
}

/** Drops a trailing remark (`Phone (with country code)`), but no number (`Phone (2)`). */
export function withoutRemark(header: string): string {
  return header.replace(BRACKETED, ' ').replace(QUALIFIER, '').trim();
}
