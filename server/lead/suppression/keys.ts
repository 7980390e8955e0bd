import { hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Email and valid phone in E.164 of a person. */
export interface Contact {
  email: string | null;
  phone: string | null;
}

export const HASHES = ['md5', 'sha1', 'sha256'] as const;
export type HashName = (typeof HASHES)[number];

/** Forms of the entries that a contact is looked up among. */
export interface EntryForms {
  kinds: ReadonlySet<string>;
  hashes: readonly HashName[];
  /** Lengths of prefixes. */
  prefixes: readonly number[];
}

export interface ContactKey {
  field: 'email' | 'phone';
  key: string;
}

/**
 * Returns the keyed hash of an entry, as a UUID without dashes.
 * @param secret of the organization, in hex
 * @param kind kind of the entry, or name of its hash
 */
export function keyOf(secret: string, kind: string, value: string): string {
  // Half a SHA-256 can't be extended, so a prefix keys it as well as HMAC, in a quarter of the time.
  return hash('sha256', `${secret}\n${kind}\n${value}`).slice(0, 32);
}

/** Returns the keys of all entries that would meet a contact. */
export function contactKeys(secret: string, { email, phone }: Contact, forms: EntryForms): ContactKey[] {
  const keys: ContactKey[] = [];
  const add = (field: ContactKey['field'], kind: string, value: string): void => {
    keys.push({ field, key: keyOf(secret, kind, value) });
  };
  if (email !== null) {
    const ascii = asciiEmail(email);
    if (forms.kinds.has('email')) add('email', 'email', ascii);
    if (forms.kinds.has('domain')) add('email', 'domain', ascii.slice(ascii.lastIndexOf('@') + 1));
    const spellings = ascii === email ? [email] : [email, ascii];
    for (const name of forms.hashes) for (const text of spellings) add('email', name, hash(name, text));
  }
  if (phone !== null) {
    if (forms.kinds.has('phone')) add('phone', 'phone', phone);
    for (const length of forms.prefixes) {
      if (phone.length >= length) add('phone', 'prefix', phone.slice(0, length));
    }
    if (forms.hashes.length > 0) {
      const spellings = phoneSpellings(phone);
      for (const name of forms.hashes) for (const text of spellings) add('phone', name, hash(name, text));
    }
  }
  return keys;
}

/** Returns an email with its domain in ASCII. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII
  return /^[\x00-\x7f]*$/.test(domain) ? email : email.slice(0, at) + domainToASCII(domain);
}

/** As others hash a number: E.164, its digits, and the national number with and without the trunk 0. */
function phoneSpellings(phone: string): string[] {
  const national = nationalOf(phone);
  return [phone, phone.slice(1), ...(national === undefined ? [] : [national, `0${national}`])];
}

const CALLING_CODES: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
);

/** Returns the significant number of a phone in E.164. No calling code begins with another. */
function nationalOf(phone: string): string | undefined {
  for (let end = 2; end <= 4; end++) {
    if (CALLING_CODES.has(phone.slice(1, end))) return phone.slice(end);
  }
  return parsePhoneNumberFromString(phone)?.nationalNumber;
}
