const MARKS = /\p{M}+/gu;
const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/gu;
const BRACKETED = /[([{][^()[\]{}]*\p{L}[^()[\]{}]*[)\]}]/gu;
const NUMBER = /^\p{Nd}+$/u;
const QUALIFIER = /\s(?:with|without|incl|including|inc)\b.*$/iu;

/** Letters that Unicode does not decompose into a base letter and a mark. */
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

/**
 * Returns a column name without case, accents, spaces, underscores, hyphens and other signs, so that
 * `First_Name`, `first name` and `FirstName` are equal.
 */
export function squash(header: string): string {
  return withoutAccents(header).toLowerCase().replace(NOT_ALPHANUMERIC, '');
}

/**
 * Splits a column name into lower-case words at separators, at changes of case and between letters and
 * digits: `DepositAmount`, `deposit_amount` and `Deposit-Amount` are `deposit`, `amount`; `IPAddress` is
 * `ip`, `address`; `phone1` is `phone`, `1`.
 */
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

/** Words of a column name without its numbers, and the last number, 0 and no number being equal to 1. */
export interface OrdinalWords {
  words: string[];
  ordinal: number;
}

/** Takes the numbers out of a column's words: `phone1` and `E-mail 2 Address` have siblings. */
export function splitOrdinal(all: readonly string[]): OrdinalWords {
  const words = all.filter((word) => !NUMBER.test(word));
  const last = all.filter((word) => NUMBER.test(word)).at(-1);
  return { words, ordinal: Math.max(Number(last ?? 1), 1) };
}

/**
 * Returns a column name without a trailing remark: `Phone (with country code)` and `Phone incl. country code`
 * are phones, not countries. `Phone (2)` stays, because a number is no remark.
 */
export function withoutRemark(header: string): string {
  return header.replace(BRACKETED, ' ').replace(QUALIFIER, '').trim();
}
