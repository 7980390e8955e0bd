import { isIP } from 'node:net';

/** Statuses that the screens know and count, in lower case. */
const KNOWN_STATUSES = new Set(['new', 'contacted', 'qualified', 'converted']);
const TRUE = new Set(['yes', 'y', 'true', 't', '1', 'on']);
const TAG_SEPARATOR = /[,;|]/;
const FALSE = new Set(['no', 'n', 'false', 'f', '0', 'off']);

/**
 * Trims a text, composes its letters (NFC) and removes NUL, which PostgreSQL rejects. Inner line breaks and blanks stay.
 */
export function readText(text: string): string {
  const inner = trimmed(text);
  return (inner.includes('\0') ? inner.replaceAll('\0', '').trim() : inner).normalize('NFC');
}

/** Trims a text, with a fast path: most cells begin and end with a plain character. */
export function trimmed(text: string): string {
  return isPrintableAscii(text.charCodeAt(0)) && isPrintableAscii(text.charCodeAt(text.length - 1))
    ? text
    : text.trim();
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
 * Reads the tags of one cell. Rule: separated by comma, semicolon or pipe, trimmed, without empty ones; the
 * first of several spellings that differ only in case.
 */
export function readTags(text: string): string[] {
  if (TAG_SEPARATOR.test(text)) return uniteTags(text.split(TAG_SEPARATOR).map(readText));
  const tag = readText(text);
  return tag === '' ? [] : [tag];
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
  const word = text.trim().toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : null;
}
