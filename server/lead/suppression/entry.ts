import { domainToASCII } from 'node:url';
import { readPhone } from '../phones/read-phone.ts';
import { readEmail } from '../values/normalise-email.ts';
import { asciiEmail, HASHES, type HashName, keysOf } from './keys.ts';

export const ENTRY_KINDS = ['email', 'phone', 'domain', 'prefix', 'hash'] as const;

/** An entry of a suppression list, normalised. */
export interface ReadEntry {
  kind: (typeof ENTRY_KINDS)[number];
  hash: HashName | null;
  value: string;
  /** Shown to users. */
  hint: string;
}

export interface InvalidEntry {
  /** Says what is expected instead. */
  problem: string;
  isUnknownHash?: true;
}

const HEX_LENGTH: Record<HashName, number> = { md5: 32, sha1: 40, sha256: 64 };
const HEX = /^[0-9a-f]+$/i;
/** Hashes in Base64, salted hashes, and those of crypt() or LDAP. */
const UNKNOWN_HASH =
  /^(?:[0-9a-f]{24,}|[0-9a-f]{32,}[:$].+|[^@]*[:$][0-9a-f]{32,}|\$\w+\$.+|\{\w+\}.+|[a-z\d+/]{22,}={1,2})$/i;
const DOMAIN = /^@?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]*[\p{L}\p{N}])$/u;
const PREFIX = /^\+[1-9][\d\s().-]{0,18}\*$/;
const E164 = /^\+[1-9]\d{6,14}$/;
/** Digits may stand in pairs. */
const HAS_DIGITS = /(?:\p{Nd}\P{Nd}*){3}/u;
const MAX_LENGTH = 320;

const EXPECTED =
  'Enter an email, a phone with + and its country code, a domain like @example.com, a prefix like +4487*, or an MD5, SHA-1 or SHA-256 hash';
const UNKNOWN =
  'This hash is salted or of an unknown kind. Use MD5 (32 characters from 0 to 9 and a to f), SHA-1 (40) or SHA-256 (64) of the plain value';

/**
 * Reads an entry of a suppression list.
 * @param country ISO code by which national numbers are read; null for none
 */
export function readEntry(given: string, country: string | null): ReadEntry | InvalidEntry {
  const text = given.trim();
  if (text.length > MAX_LENGTH) return { problem: `An entry has at most ${MAX_LENGTH} characters` };
  const name = HASHES.find((one) => HEX_LENGTH[one] === text.length && HEX.test(text));
  if (name !== undefined) return hashEntry(name, text);
  const isDigits = /^\d+$/.test(text);
  if (!isDigits && UNKNOWN_HASH.test(text)) return { problem: UNKNOWN, isUnknownHash: true };
  const domain = DOMAIN.exec(text)?.[1];
  if (domain !== undefined) return domainEntry(domain);
  if (text.includes('@')) {
    const email = readEmail(text);
    return email === null ? { problem: 'Not a valid email address' } : emailEntry(asciiEmail(email));
  }
  if (PREFIX.test(text)) return prefixEntry(`+${text.replace(/\D/g, '')}`);
  return HAS_DIGITS.test(text) ? readPhoneEntry(text, country) : { problem: EXPECTED };
}

export function readHash(given: string, name: HashName): ReadEntry | InvalidEntry {
  const text = given.trim();
  if (text.length === HEX_LENGTH[name] && HEX.test(text)) return hashEntry(name, text);
  const label = { md5: 'an MD5', sha1: 'a SHA-1', sha256: 'a SHA-256' }[name];
  const problem = `Not ${label} hash, which has ${HEX_LENGTH[name]} characters from 0 to 9 and a to f`;
  return HEX.test(text) || UNKNOWN_HASH.test(text) ? { problem, isUnknownHash: true } : { problem };
}

/** Reads a phone, even one that its country's numbering plan doesn't know yet. */
export function readPhoneEntry(text: string, country: string | null): ReadEntry | InvalidEntry {
  const { phone, valid } = readPhone(text, country);
  if (valid) return phoneEntry(phone);
  const digits = text.replace(/[\s().\u2010-\u2015/-]/g, '').replace(/^00/, '+');
  if (E164.test(digits)) return phoneEntry(digits);
  if (digits.startsWith('+')) return { problem: 'Not a valid phone number' };
  return country === null
    ? { problem: 'A phone needs + and its country code, or a default country of the organization' }
    : { problem: `Not a valid phone number in ${country}; numbers of other countries start with +` };
}

function emailEntry(value: string): ReadEntry {
  const at = value.lastIndexOf('@');
  return { kind: 'email', hash: null, value, hint: `${value.slice(0, 1)}…${value.slice(at)}` };
}

function phoneEntry(value: string): ReadEntry {
  return { kind: 'phone', hash: null, value, hint: `${value.slice(0, 3)}…${value.slice(-2)}` };
}

function domainEntry(domain: string): ReadEntry | InvalidEntry {
  const value = domainToASCII(domain.toLowerCase());
  if (value === '') return { problem: 'Not a valid domain' };
  const [first = '', ...rest] = value.split('.');
  return { kind: 'domain', hash: null, value, hint: `@${first.slice(0, 1)}….${rest.join('.')}` };
}

function prefixEntry(value: string): ReadEntry {
  return { kind: 'prefix', hash: null, value, hint: `${value.slice(0, 3)}…*` };
}

function hashEntry(hash: HashName, text: string): ReadEntry {
  const value = text.toLowerCase();
  return { kind: 'hash', hash, value, hint: `${value.slice(0, 6)}…` };
}

/** Returns the keys of entries, in order. */
export function entryKeys(secret: string, entries: readonly ReadEntry[]): string[] {
  const keys: string[] = [];
  const kinds = Map.groupBy(entries.keys(), (at) => entries[at]?.hash ?? entries[at]?.kind ?? '');
  for (const [kind, places] of kinds) {
    const made = keysOf(
      secret,
      kind,
      places.map((at) => entries[at]?.value ?? ''),
    );
    for (const [at, place] of places.entries()) keys[place] = made[at] ?? '';
  }
  return keys;
}
