import { isIP } from 'node:net';
import { withoutNothing } from './words-for-nothing.ts';

/** Statuses that the screens know and count, in lower case. */
const KNOWN_STATUSES = new Set(['new', 'contacted', 'qualified', 'converted']);
const TRUE = new Set(['yes', 'y', 'true', 't', '1', 'on']);
const TAG_SEPARATOR = /:::|[,;|]/;
const QUOTED_TAG = /^"(.*)"$/s;
/** The mark of Google Contacts before its own labels. */
const LABEL_MARK = /^\* /;
/** The apostrophe of spreadsheets and shops before a postcode, and the `z:` of lead ads. */
const BEFORE_POSTCODE = /^(?:'|z:\s*)+(?=[\p{L}\p{N}])/iu;
const FALSE = new Set(['no', 'n', 'false', 'f', '0', 'off']);

/**
 * Trims a text, composes its letters (NFC) and removes NUL, which PostgreSQL rejects. Inner line breaks and blanks stay.
 */
export function readText(text: string): string {
  const inner = trimmed(text);
  return (inner.includes('\0') ? inner.replaceAll('\0', '').trim() : inner).normalize('NFC');
}

/** Reads a text that people or programs enter; '' for a word for nothing. */
export function readGiven(text: string, field?: string): string {
  return withoutNothing(readText(text), field);
}

/** Trims a text, with a fast path: most cells begin and end with a plain character. */
export function trimmed(text: string): string {
  return isPrintableAscii(text.charCodeAt(0)) && isPrintableAscii(text.charCodeAt(text.length - 1))
    ? text
    : text.trim();
}

const ASCII = /^[\0-\x7F]*$/;
/** Characters that show nothing: of width zero, of text direction, soft hyphens, variation selectors. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Removes characters that show nothing; two identities that look the same are the same. */
export function withoutInvisible(text: string): string {
  return ASCII.test(text) ? text : text.replace(INVISIBLE, '');
}

const NEARLY_HYPHENS = /[\u2010-\u2015\u2212\u30FC]/g;

/** Returns a text with ASCII digits, hyphens and plus signs for those of other scripts. */
export function inAscii(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[^\P{Nd}\d]/gu, asciiDigit)
    .replace(NEARLY_HYPHENS, '-');
}

/** The ten digits of each script follow each other. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Returns whether a code unit is printable ASCII; false for the NaN of an empty text. */
function isPrintableAscii(code: number): boolean {
  return code > 32 && code < 127;
}

/**
 * Reads an IPv4 or IPv6 address in lower case, or null. Brackets around IPv6 are dropped; an address with a
 * zone or port, a list or a network is rejected.
 */
export function readIp(text: string): string | null {
  if (text.length > 100) return null;
  const address = text
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return isIP(address) === 0 || address.includes('%') ? null : address;
}

/**
 * Reads the tags of one text. Rule: separated by comma, semicolon, pipe or `:::`, without quotes around them,
 * trimmed, without empty ones; the first of several spellings that differ only in case.
 */
export function readTags(text: string): string[] {
  const all = readText(text);
  if (TAG_SEPARATOR.test(all)) return uniteTags(all.split(TAG_SEPARATOR).map(readTag));
  const tag = readTag(all);
  return tag === '' ? [] : [tag];
}

/** Reads a list of tags, each as `readTags` does, so that none holds a separator. */
export function readTagList(tags: readonly string[]): string[] {
  const [only] = tags;
  // `readTags` has already merged the tags of one text.
  if (only !== undefined && tags.length === 1) return readTags(only);
  return uniteTags(tags.flatMap(readTags));
}

function readTag(text: string): string {
  const tag = text.trim();
  const bare = QUOTED_TAG.exec(tag)?.[1] ?? tag.replace(LABEL_MARK, '');
  return bare === tag ? withoutNothing(tag) : readTag(bare);
}

/** Reads a postcode without what other programs put before it, so that `'K1A 0B6` and `z:28013` are postcodes. */
export function readPostcode(text: string): string {
  return withoutNothing(readText(text).replace(BEFORE_POSTCODE, ''));
}

/**
 * Merges tag lists in order, without empty tags and with the first of several spellings that differ only in
 * case.
 */
export function uniteTags(...lists: readonly (readonly string[])[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of lists.flat()) {
    const key = tag.toLowerCase();
    if (key !== '' && !byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey.values()];
}

/**
 * Reads a lead status. Rule: trimmed; new, contacted, qualified and converted become lower case because
 * statistics count them by name; any other status stays as typed.
 */
export function readStatus(text: string): string {
  const status = readText(text);
  const lower = status.toLowerCase();
  return KNOWN_STATUSES.has(lower) ? lower : status;
}

/**
 * Reads a boolean of a custom field: yes, y, true, t, 1, on and their opposites, in any case. Returns null
 * for any other text.
 */
export function readBoolean(text: string): boolean | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/^([01])[.,]0+$/, '$1');
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : null;
}
