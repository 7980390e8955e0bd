/** Texts that lower-casing alone folds, in JavaScript and in PostgreSQL's `lower(… COLLATE "C")` alike. */
const PRINTABLE_ASCII = /^[ -~]*$/;
/** Accents, vowel points and characters without a shape of their own. */
const IGNORED =
  /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f[\p{Mn}&&[\p{scx=Hebrew}\p{scx=Arabic}]]\p{Default_Ignorable_Code_Point}]/gv;
const BLANKS = /[\s\p{Cc}]/gv;
/** Lower-case letters whose accent Unicode does not decompose, ligatures that it takes for letters, and the final sigma. */
const LETTERS: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe', ς: 'σ' };
const UNDECOMPOSED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** Returns whether PostgreSQL folds a text as `foldText` does, by lower-casing it. */
export function isPlainText(text: string): boolean {
  return PRINTABLE_ASCII.test(text);
}

/**
 * Folds a text for comparison, so that texts that differ in case, accents or the way they are encoded become equal: `José`
 * and `JOSE`, `Γιώργος` and `ΓΙΩΡΓΟΣ`, `İstanbul`, `Isparta` and `ısparta`, `Straße` and `STRASSE`, `ﬁ` and `fi`, fullwidth
 * and other letters.
 *
 * The rule is Unicode's NFKC_Casefold without marks: NFKD, accents removed, full case folding, then composed again. The
 * dotless ı counts as i. Of the marks only those go that leave the letter as it is: the combining diacritics of Latin, Greek and
 * Cyrillic, Hebrew points and Arabic vowel signs. Marks that make another letter or syllable stay, such as the vowel signs
 * of Hindi and Thai and the dakuten of Japanese; Hangul stays in syllables. Blanks and line breaks become spaces.
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
