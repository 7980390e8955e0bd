import { createCipheriv, hash } from 'node:crypto';
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

export const KEY_BYTES = 16;

/** Keys of the entries of a kind that would meet contacts. */
export interface ContactKeys {
  /** `KEY_BYTES` each. */
  keys: Buffer;
  /** Position of each key's contact. */
  places: readonly number[];
  field: 'email' | 'phone';
}

/**
 * Returns the keyed hashes of entries, in order, as UUIDs without dashes.
 * @param secret of the organization, in hex
 * @param kind kind of the entries, or name of their hash
 */
export function keysOf(secret: string, kind: string, values: readonly string[]): string[] {
  const isHash = (HASHES as readonly string[]).includes(kind);
  const digests = isHash ? halves(values) : digestsOf('sha256', values);
  const keys = keyed(secret, kind, digests);
  return values.map((_, at) => keyAt(keys, at));
}

export function keyAt(keys: Buffer, at: number): string {
  return keys.toString('hex', at * KEY_BYTES, (at + 1) * KEY_BYTES);
}

function digestsOf(name: HashName, texts: readonly string[]): Buffer {
  const digests = Buffer.allocUnsafe(texts.length * KEY_BYTES);
  for (const [at, text] of texts.entries()) {
    digests.write(hash(name, text, 'binary'), at * KEY_BYTES, KEY_BYTES, 'latin1');
  }
  return digests;
}

function halves(hashes: readonly string[]): Buffer {
  return Buffer.concat(hashes.map((one) => Buffer.from(one, 'hex').subarray(0, KEY_BYTES)));
}

/** Encrypts each half of a hash by itself: a keyed permutation, for all of them in one call. */
function keyed(secret: string, kind: string, digests: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-ecb', hash('sha256', `${secret}\n${kind}`, 'buffer'), null);
  return cipher.setAutoPadding(false).update(digests);
}

/** Texts whose hashes are keys, and the positions of their contacts. */
class Texts {
  readonly texts: string[] = [];
  readonly places: number[] = [];
  readonly field: ContactKeys['field'];

  constructor(field: ContactKeys['field']) {
    this.field = field;
  }

  add(place: number, text: string): void {
    this.texts.push(text);
    this.places.push(place);
  }

  keys(secret: string, kind: string, name: HashName = 'sha256'): ContactKeys {
    const { field, places } = this;
    return { keys: keyed(secret, kind, digestsOf(name, this.texts)), places, field };
  }
}

/** Returns the keys of all entries that would meet the contacts. */
export function contactKeys(secret: string, contacts: readonly Contact[], forms: EntryForms): ContactKeys[] {
  const { kinds, hashes, prefixes } = forms;
  const [emails, domains, hashedEmails] = [new Texts('email'), new Texts('email'), new Texts('email')];
  const [phones, starts, hashedPhones] = [new Texts('phone'), new Texts('phone'), new Texts('phone')];
  const isHashed = hashes.length > 0;
  for (const [place, { email, phone }] of contacts.entries()) {
    if (email !== null) {
      const ascii = asciiEmail(email);
      if (kinds.has('email')) emails.add(place, ascii);
      if (kinds.has('domain')) domains.add(place, ascii.slice(ascii.lastIndexOf('@') + 1));
      if (isHashed) hashedEmails.add(place, email);
      if (isHashed && ascii !== email) hashedEmails.add(place, ascii);
    }
    if (phone !== null) {
      if (kinds.has('phone')) phones.add(place, phone);
      for (const length of prefixes) {
        if (phone.length >= length) starts.add(place, phone.slice(0, length));
      }
      if (isHashed) for (const text of phoneSpellings(phone)) hashedPhones.add(place, text);
    }
  }
  return [
    emails.keys(secret, 'email'),
    domains.keys(secret, 'domain'),
    phones.keys(secret, 'phone'),
    starts.keys(secret, 'prefix'),
    ...hashes.flatMap((name) => [
      hashedEmails.keys(secret, name, name),
      hashedPhones.keys(secret, name, name),
    ]),
  ].filter(({ places }) => places.length > 0);
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
