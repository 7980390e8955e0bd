import { withoutInvisible } from '../values/normalise-text.ts';

/** Almost every phone has no other characters. */
const ORDINARY_PHONE = /^[\d ().+/-]*$/;
const NEARLY_HYPHENS = /[\u2010-\u2015\u2212\u30FC]/g;

/** Signs, words and labels that separate numbers but never occur within one. */
const BETWEEN_NUMBERS =
  /[;|,\t\r\n]|:::|\s(?:or|and|oder|und|ou|et|y|o|e|или|и|&)\s|\s(?=\p{L}[\p{L}\p{M}.-]{0,20}:)/iu;
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
  if (ORDINARY_PHONE.test(text)) return text.trim();
  return withoutInvisible(text.normalize('NFKC'))
    .replace(/[^\P{Nd}\d]/gu, asciiDigit)
    .replace(NEARLY_HYPHENS, '-')
    .trim();
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

function isNumber(part: string): boolean {
  return part.replace(/\D/g, '').length >= MIN_DIGITS;
}

/** The ten digits of each script follow each other. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
