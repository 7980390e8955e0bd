/** First and last name of a lead; either may be empty. */
export interface SplitName {
  firstName: string;
  lastName: string;
}

const TITLES = new Set([
  ...['mr', 'mrs', 'ms', 'miss', 'mx', 'mister', 'dr', 'prof', 'professor', 'doctor', 'rev', 'reverend'],
  ...['herr', 'frau', 'fräulein', 'monsieur', 'madame', 'mademoiselle', 'mme', 'mlle'],
  ...[
    'sr',
    'sra',
    'srta',
    'señor',
    'señora',
    'señorita',
    'sig',
    'signor',
    'signora',
    'dott',
    'dhr',
    'mevr',
    'mw',
  ],
]);
const SUFFIXES = new Set([
  ...['jr', 'sr', 'jnr', 'snr', 'junior', 'senior', 'ii', 'iii', 'iv', '2nd', '3rd', '4th'],
  ...['phd', 'md', 'esq', 'esquire', 'dds', 'dvm', 'cpa', 'mba', 'rn', 'obe', 'mbe', 'cbe'],
]);
const PARTICLES = new Set([
  ...['van', 'von', 'vom', 'zu', 'zum', 'zur', 'der', 'den', 'ter', 'ten', 'te', "'t", 't', 'op', 'af', 'av'],
  ...['de', 'del', 'della', 'delle', 'dello', 'dei', 'degli', 'di', 'da', 'das', 'do', 'dos', 'du', 'des'],
  ...['la', 'le', 'las', 'los', 'lo', "d'", "l'", "o'", 'mac', 'mc', 'st', 'saint', 'ste', 'san', 'santa'],
  ...['al', 'el', 'bin', 'ibn', 'bint', 'ben', 'bar', 'abu', 'abd', 'ap'],
]);
/** Spanish given names that follow María and a particle: María del Carmen, María de los Ángeles. */
const AFTER_MARIA = new Set(
  (
    'carmen pilar mar rosario rocío rocio dolores ángeles angeles mercedes consuelo luz lourdes fátima fatima ' +
    'guadalupe nieves socorro remedios jesús jesus paz o'
  ).split(' '),
);
const CJK_WORD = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+$/u;
/** Russian, Ukrainian and Belarusian patronymics. */
const PATRONYMIC =
  /(?:\p{L}[ое]вич|\p{L}[ае]віч|ильич|кузьмич|лукич|фомич|никитич|саввич|\p{L}[ое]вна|\p{L}инична|\p{L}[ії]вна|\p{L}[ае]ўна)$/u;
/** Words after a father's name: son or daughter of, in Turkic languages. */
const CHILD_OF = new Set(['оглы', 'оглу', 'оғлы', 'огли', 'кызы', 'гызы', 'қызы', 'кизи', 'уулу', 'ұлы']);

/**
 * Splits a full name into first and last name (Smart Name Splitting).
 *
 * Rule: the last word is the last name and everything before it the first name, middle names included; a
 * single word is a first name. Particles (van der, de la, bin, O') belong to the last name, and so do
 * suffixes (Jr., III, PhD). A comma marks `Last, First`. Chinese, Japanese and Korean names (王 小明) begin with
 * the last name, and so do Cyrillic ones that end with a patronymic (Иванов Иван Иванович). María del Carmen is a first
 * name. Titles (Mr, Dr,
 * Frau) are dropped; a single word after a title is a last name. No other word is lost.
 */
export function splitName(full: string): SplitName {
  const parts = full
    .split(/[,，]/)
    .map(wordsOf)
    .filter((words) => words.length > 0);
  const suffixes: string[][] = [];
  while (parts.length > 1 && parts.at(-1)?.every(isSuffix)) suffixes.unshift(parts.pop() ?? []);
  const [first = [], ...rest] = parts;
  const split = rest.length === 0 ? splitInOrder(first) : splitReversed(first, rest.flat());
  const lastName = [split.lastName, ...suffixes.flat()].filter((word) => word !== '').join(' ');
  return { firstName: split.firstName, lastName };
}

function splitReversed(last: string[], first: string[]): SplitName {
  return { firstName: withoutTitles(first).join(' '), lastName: withoutTitles(last).join(' ') };
}

function splitInOrder(all: string[]): SplitName {
  const words = withoutTitles(all);
  if (words.length === 1) {
    const [word = ''] = words;
    return all.length > 1 ? { firstName: '', lastName: word } : { firstName: word, lastName: '' };
  }
  if (words.every((word) => CJK_WORD.test(word)) || endsWithPatronymic(words)) {
    return { firstName: words.slice(1).join(' '), lastName: words[0] ?? '' };
  }
  const at = startOfLastName(words);
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}

/** Returns the index of the first word of the last name. Expects at least two words. */
function startOfLastName(words: readonly string[]): number {
  let end = words.length;
  while (end > 1 && isSuffix(words[end - 1] ?? '')) end -= 1;
  const last = end - 1;
  if (last === 0) return 1;
  // 'van der Berg' and 'de Souza' are last names without a first name; 'Van Morrison' and 'Al Pacino' are
  // not.
  const leading = words.findIndex((word) => !isParticle(word));
  if (leading === last && (leading > 1 || startsLower(words[0] ?? ''))) return 0;
  for (let at = endOfMarianName(words); at < last; at++) {
    if (isParticle(words[at] ?? '')) return at;
    // For example José Ortega y Gasset.
    if (words[at] === 'y' && at > 1) return at - 1;
  }
  return last;
}

/** Returns the index behind a first name such as María de los Ángeles, or 1 for other names. */
function endOfMarianName(words: readonly string[]): number {
  if (!/^mar[ií]a$/.test(keyOf(words[0] ?? ''))) return 1;
  const name = words.findIndex((word, at) => at > 0 && !isParticle(word));
  return name > 1 && name < words.length - 1 && AFTER_MARIA.has(keyOf(words[name] ?? '')) ? name + 1 : 1;
}

/** Returns whether the words are family name, given name and patronymic, the way forms in Russian ask for them. */
function endsWithPatronymic(words: readonly string[]): boolean {
  const [beforeLast = '', last = ''] = words.slice(-2);
  if (CHILD_OF.has(keyOf(last))) return words.length > 3;
  return words.length > 2 && isPatronymic(last) && !isPatronymic(beforeLast);
}

function isPatronymic(word: string): boolean {
  return PATRONYMIC.test(keyOf(word.normalize('NFC')));
}

function withoutTitles(words: string[]): string[] {
  const from = words.findIndex((word) => !TITLES.has(keyOf(word)));
  return from < 0 ? words : words.slice(from);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

function isSuffix(word: string): boolean {
  return SUFFIXES.has(keyOf(word));
}

function isParticle(word: string): boolean {
  return PARTICLES.has(keyOf(word));
}

function startsLower(word: string): boolean {
  return /^['’]?\p{Ll}/u.test(word);
}

function keyOf(word: string): string {
  return word.toLowerCase().replaceAll('.', '').replaceAll('’', "'");
}
