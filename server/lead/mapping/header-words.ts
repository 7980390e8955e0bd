const MARKS = /\p{M}+/gu;
const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/gu;
const BRACKETED = /[([{][^()[\]{}]*\p{L}[^()[\]{}]*[)\]}]/gu;
const QUALIFIER = /\s(?:with|without|incl|including|inc)\b.*$/iu;

function withoutAccents(header: string): string {
  return header.normalize('NFKD').replace(MARKS, '');
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

/**
 * Returns a column name without a trailing remark: `Phone (with country code)` and `Phone incl. country code`
 * are phones, not countries. `Phone (2)` stays, because a number is no remark.
 */
export function withoutRemark(header: string): string {
  return header.replace(BRACKETED, ' ').replace(QUALIFIER, '').trim();
}
