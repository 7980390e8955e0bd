import { ALPHABETS, type Alphabet, type LegacyEncoding, SCRIPTS, type Script } from './alphabets.ts';

/** Points per non-ASCII character; 1 fits. */
const IMPOSSIBLE = -6;
const FOREIGN = -2;
const UNUSUAL_SYMBOL = -2;
const ODD_SYMBOL = -1;
const HALF_KANA = 0.7;
const UNKNOWN_LETTER = -0.6;
const RARE_LETTER = 0.5;

/** Signs common next to numbers and words. */
const SIGNS = /[£§©®°±²³¹¼½¾¡¿«»·€–—‘’“”„…•™‰№\u00a0\u3000-\u303f\uff01-\uff5e\uffe5]/u;
/** Signs found between or right after letters. */
const SIGNS_IN_WORDS = /[’°ºª·–®™\u00a0]/u;
/** Signs that stand for a letter of another encoding if lower-case letters adjoin. */
const SIGNS_BETWEEN = /[–—]/u;
/** Signs never right after a letter. */
const SIGNS_BEFORE = /[‰•—]/u;
/** Signs never right before a lower-case letter. */
const SIGNS_BEHIND = /™/u;
/** Signs never right before a letter. */
const SIGNS_AFTER = /[£§©®°±²³¹¼½¾€‰»”]/u;

const SCRIPT_PATTERNS: readonly (readonly [Script, RegExp])[] = [
  ['mark', /\p{M}/u],
  ['latin', /\p{Script=Latin}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['thai', /\p{Script=Thai}/u],
  ['half-kana', /[\uff65-\uff9f]/u],
  ['kana', /[\u3041-\u3096\u30a1-\u30fc]/u],
  ['han', /\p{Script=Han}/u],
  ['hangul', /\p{Script=Hangul}/u],
];
/** Scripts whose letters adjoin digits. */
const SYLLABIC: ReadonlySet<Script> = new Set<Script>(['kana', 'han', 'hangul']);
const JAPANESE: ReadonlySet<Script> = new Set<Script>(['kana', 'half-kana', 'han']);

interface Character {
  text: string;
  /** Letters and marks only. */
  script: Script | null;
  isAscii: boolean;
}

/**
 * Returns 1 if each non-ASCII character fits the encoding's languages and its place, otherwise less, even
 * negative.
 */
export function plausibility(text: string, encoding: LegacyEncoding): number {
  const known = new Map<string, Character>();
  const characters = Array.from(text, (one) => {
    const character = known.get(one) ?? toCharacter(one);
    known.set(one, character);
    return character;
  });
  const beyond = characters.filter(({ isAscii }) => !isAscii);
  if (beyond.length === 0) return 0;
  if (lacksScript(beyond, encoding)) return FOREIGN;
  let points = 0;
  for (const [index, character] of characters.entries()) {
    const [before, after] = [characters[index - 1], characters[index + 1]];
    if (!character.isAscii) points += characterFit(character, before, after, encoding);
    if (before !== undefined) points += pairFit(before, character, characters[index - 2]);
  }
  return (points + alphabetFit(beyond, encoding) - 0.5 * unaccentedWords(text)) / beyond.length;
}

/** Signs alone don't make a text Greek or Japanese; full-width letters do. */
function lacksScript(beyond: readonly Character[], encoding: LegacyEncoding): boolean {
  const scripts = SCRIPTS[encoding];
  if (scripts === undefined) return false;
  return !beyond.some(({ text, script }) =>
    script === null ? /[\uff01-\uff5e]/u.test(text) : scripts.includes(script),
  );
}

function toCharacter(text: string): Character {
  const isAscii = text < '\x80';
  if (isAscii) return { text, isAscii, script: /[a-z]/i.test(text) ? 'latin' : null };
  // Unicode counts these two as Latin letters.
  if (text === 'ª' || text === 'º') return { text, isAscii, script: null };
  return { text, isAscii, script: SCRIPT_PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? null };
}

/** Latin letters are rated by `alphabetFit` instead. */
function characterFit(
  { text, script }: Character,
  before: Character | undefined,
  after: Character | undefined,
  encoding: LegacyEncoding,
): number {
  if (/[\ufffd\x80-\x9f]|\p{Co}|\p{Cn}/u.test(text)) return IMPOSSIBLE;
  if (script === null) {
    if (!SIGNS.test(text) && !SIGNS_IN_WORDS.test(text)) return UNUSUAL_SYMBOL;
    if (before?.script === 'latin' && SIGNS_BEFORE.test(text)) return ODD_SYMBOL;
    if (after?.script !== 'latin') return 1;
    if (SIGNS_BEHIND.test(text) && isLower(after)) return ODD_SYMBOL;
    if (SIGNS_BETWEEN.test(text) && isLower(before) && isLower(after)) return ODD_SYMBOL;
    const isOdd = before?.script === 'latin' ? !SIGNS_IN_WORDS.test(text) : SIGNS_AFTER.test(text);
    return isOdd ? ODD_SYMBOL : 1;
  }
  const scripts = SCRIPTS[encoding];
  if (scripts === undefined) return script === 'latin' || script === 'mark' ? 0 : FOREIGN;
  if (script === 'mark') return scripts.includes('mark') ? 1 : RARE_LETTER;
  if (!scripts.includes(script)) return FOREIGN;
  return script === 'half-kana' ? HALF_KANA : 1;
}

function isLower(character: Character | undefined): boolean {
  return character !== undefined && /\p{Ll}/u.test(character.text);
}

/** Returns the penalty for an unlikely pair. */
function pairFit(before: Character, character: Character, earlier: Character | undefined): number {
  if (before.isAscii && character.isAscii) return 0;
  const [left, right] = [before.script, character.script];
  const letter = before.isAscii ? right : left;
  if (right === 'mark' && left === null) return -2;
  if (/\d/.test(before.text + character.text)) return letter === null || SYLLABIC.has(letter) ? 0 : -1;
  if (left === null || right === null) return 0;
  let points = 0;
  if (left !== right && left !== 'mark' && right !== 'mark' && !(JAPANESE.has(left) && JAPANESE.has(right))) {
    points -= 2;
  }
  if (/^\p{Ll}\p{Lu}$/u.test(before.text + character.text)) points -= 1.5;
  // Capitals inside a word, such as MŸller.
  if (
    earlier !== undefined &&
    /^\p{Lu}[^\P{Lu}A-Z]\p{Ll}$/u.test(earlier.text + before.text + character.text)
  ) {
    points -= 1.5;
  }
  if (/^(?:ς\p{Script=Greek}|[םןץףך]\p{Script=Hebrew})$/u.test(before.text + character.text)) points -= 2;
  // Hardly any language has three accented letters in a row.
  const isRun = [earlier, before, character].every((one) => one?.script === 'latin' && !one.isAscii);
  return isRun ? points - 1 : points;
}

/** Uses the best-matching language. */
function alphabetFit(beyond: readonly Character[], encoding: LegacyEncoding): number {
  const alphabets = ALPHABETS[encoding];
  if (alphabets === undefined) return 0;
  const letters = beyond.filter(({ script }) => script === 'latin' || script === 'mark');
  const pointsIn = (alphabet: Alphabet) =>
    letters.reduce((sum, one) => sum + letterFit(one.text, alphabet), 0);
  return Math.max(...alphabets.map(pointsIn));
}

function letterFit(text: string, { letters, rare = '' }: Alphabet): number {
  const letter = text.toLowerCase();
  if (letters.includes(letter)) return 1;
  return rare.includes(letter) ? RARE_LETTER : UNKNOWN_LETTER;
}

/** Greek words of several syllables carry an accent. */
function unaccentedWords(text: string): number {
  const words = text.match(/\p{Script=Greek}{3,}/gu) ?? [];
  return words.filter((word) => /[α-ω]/u.test(word) && !/[άέήίόύώΐΰ]/iu.test(word)).length;
}
