import { inAscii, withoutInvisible } from '../values/normalise-text.ts';

/** Almost every phone has no other characters. */
const ORDINARY_PHONE = /^[\d ().+/-]*$/;
const OTHER_SEPARATORS = /[\u00B7\u2022\u2219\u22C5\u30FB_]/g;
const REPEATED_PLUS = /^\+(?:[\s+]+(?:00(?=[\s1-9]))?|00(?=[\s1-9]))/;
const DIGIT = /\p{Nd}/u;
/** Numbers in the ids and links of WhatsApp are international. */
const WHATSAPP =
  /^(?:\+?(\d{7,15})(?::\d+)?@(?:s\.whatsapp\.net|c\.us)|(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:\S*&)?phone=)(?:\+|%2B)?(\d{7,15})(?!\d)\S*)$/i;

/** Signs, words and labels that separate numbers but never occur within one. */
const BETWEEN_NUMBERS =
  /[;|,\t\r\n]|:::|\s(?:or|and|oder|und|ou|et|y|o|e|или|и|&)\s|\s(?=\p{L}[\p{L}\p{M}.-]{0,20}:)/iu;
const NUMBER_WITHIN = /(?:\+\s?)?\(?\d[\d\s().-]*\d/g;
const RANGE = /^([+\d][\d\s().-]*\d)\s*\/\s*(\d{1,3})$/;
const EXTENSION =
  /\s*[,;(]?\s*(?<![\p{L}\p{M}])(?:ext(?:n|ension)?|x|poste|durchwahl|dw|app(?:arat)?|int(?:erno)?|anexo|ramal|toestel|tst|wewn?|dahili|доб|доп)[.:\s#]*\d{0,7}\s*\)?$/iu;
/** Longer cells are text, and the patterns take time. */
const MAX_CHARACTERS = 200;
/** Fewer next to a number are an extension or a part. */
const MIN_DIGITS = 6;

/** Words next to numbers that need no colon. */
const WORDS = [
  'tel|telefon|telefono|teléfono|telefone|telephone|téléphone|phone|ph|тел|телефон|моб',
  'mobile|mobil|mob|móvil|movil|cell|cellphone|cellular|cellulare|celular|cel|handy|portable|gsm',
  'whatsapp|wa|telegram|viber|signal|main|direct|fixe|home|work|office|business|private|privat|casa|trabajo',
  't|m|p|h|w|c',
].join('|');
const BRACKETED_WORDS = String.raw`\([^()\d]*\)|\[[^[\]\d]*\]`;
/** `Tel.-Nr. 2:`, well-known words, and words in brackets. */
const LABEL_BEFORE = new RegExp(
  String.raw`^(?:${BRACKETED_WORDS}|\p{L}[\p{L}\p{M}\s.()'/-]{0,40}\d?\s*[:=.#]|(?:${WORDS})(?=[\s\d+(]))\s*`,
  'iu',
);
const LABEL_BEHIND = new RegExp(
  String.raw`\s*(?:${BRACKETED_WORDS}|(?<![\p{L}\p{M}])(?:${WORDS})\.?)$`,
  'iu',
);
/** Quotes, apostrophes, equals signs and symbols at the ends. */
const ENDS = /^[^\p{L}\p{N}+([]+|[^\p{L}\p{N})\]#]+$/gu;

/** Without invisible characters, with ASCII digits, hyphens and plus signs. */
export function plainPhone(text: string): string {
  if (ORDINARY_PHONE.test(text)) return withOnePlus(text.trim());
  const plain = withoutInvisible(inAscii(text)).trim();
  const [, id, linked] = WHATSAPP.exec(plain) ?? [];
  const international = id ?? linked;
  return international === undefined
    ? withOnePlus(plain.replace(OTHER_SEPARATORS, ' '))
    : `+${international}`;
}

function withOnePlus(text: string): string {
  return text.replace(REPEATED_PLUS, '+');
}

/** Without a digit, in any script, a text is no phone. */
export function hasDigit(text: string): boolean {
  return DIGIT.test(text);
}

/** With + or 00, so no country is needed. */
export function isInternational(text: string): boolean {
  return /^[\s(]*(?:\+|00)/.test(plainPhone(text));
}

/** By the signs between them; a cell with one as it is. */
export function numbersIn(typed: string): string[] {
  if (!hasLabels(typed) || !BETWEEN_NUMBERS.test(typed)) return [typed];
  const numbers = typed.split(BETWEEN_NUMBERS).filter(isNumber);
  return numbers.length > 1 ? numbers : [typed];
}

/** Numbers in a cell that is none as a whole. `0171,2345678` and `020 7946 0018/19` are not two. */
export function numbersAnyhow(typed: string): string[] {
  if (typed.length > MAX_CHARACTERS) return [];
  const parts = typed.split(BETWEEN_NUMBERS).filter((part) => /\d/.test(part));
  if (BETWEEN_NUMBERS.test(typed) && (parts.length === 1 || !typed.includes(','))) return parts;
  const bySlash = typed.split('/');
  return bySlash.length > 1 && bySlash.every(isNumber) ? bySlash : [];
}

/** Runs of digits with a number's own signs, in any text. */
export function numbersWithin(typed: string): string[] {
  if (typed.length > MAX_CHARACTERS) return [];
  return [...typed.matchAll(NUMBER_WITHIN)].map(([text]) => text).filter(isNumber);
}

/** The first number of `030 123457/58`, whose last digits stand for a second one; null for another text. */
export function firstOfRange(typed: string): string | null {
  const [, first = '', digits = ''] = typed.includes('/') ? (RANGE.exec(typed) ?? []) : [];
  return isNumber(first) && digits.length < MIN_DIGITS ? first.trim() : null;
}

/** Whether more than a number's own signs may be around it. */
export function hasLabels(part: string): boolean {
  return part.length <= MAX_CHARACTERS && !ORDINARY_PHONE.test(part);
}

/** 07911 123456 of `Mob.: "07911 123456" (home)`. */
export function withoutLabels(part: string): string {
  if (!hasLabels(part)) return part;
  const bare = part.replace(ENDS, '').replace(LABEL_BEFORE, '').replace(LABEL_BEHIND, '').trim();
  return bare === part ? bare : withoutLabels(bare);
}

/** 608-271-9014 of `608-271-9014 (ext 11)`. */
export function withoutExtension(part: string): string {
  return hasLabels(part) ? part.replace(EXTENSION, '').trim() : part;
}

function isNumber(part: string): boolean {
  return part.replace(/\D/g, '').length >= MIN_DIGITS;
}
