/** Lower-casing alone folds these, in JavaScript and in PostgreSQL's `lower(… COLLATE "C")`. */
const PRINTABLE_ASCII = /^[ -~]*$/;
const IGNORED =
  /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f[\p{Mn}&&[\p{scx=Hebrew}\p{scx=Arabic}]]\p{Default_Ignorable_Code_Point}]/gv;
const BLANKS = /[\s\p{Cc}]/gv;
/** Not decomposed by Unicode. */
const LETTERS: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe', ς: 'σ' };
const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** PostgreSQL folds such a text by lower-casing. */
export function isPlainText(text: string): boolean {
  return PRINTABLE_ASCII.test(text);
}

/**
 * Folds a text for comparison: `José` and `JOSE`, `İstanbul`, `Isparta` and `ısparta`, `Straße` and `STRASSE`, `ﬁ` and `fi`, fullwidth
 * letters.
 * Rule: Unicode's NFKC_Casefold without marks that leave the letter as it is: diacritics of Latin, Greek and Cyrillic, Hebrew points, Arabic
 * vowel signs. Marks that make another letter stay (Hindi, Thai, Japanese); Hangul stays in syllables. Blanks and line breaks become spaces.
 */
export function foldText(text: string): string {
  if (isPlainText(text)) return text.toLowerCase();
  return (
    text
      .toWellFormed()
      .normalize('NFKD')
      .replace(IGNORED, '')
      .replace(BLANKS, ' ')
      // ẞ becomes ß before it becomes SS, and ı becomes I.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFC')
  );
}
