import { domainToASCII, domainToUnicode } from 'node:url';
import { withoutInvisible } from './normalise-text.ts';
import { FAULTS, type Fault } from './problems.ts';
import { withoutNothing } from './words-for-nothing.ts';

/** Null if the cell is empty or malformed. The fault tells which, or that addresses were dropped. */
export interface EmailReading {
  email: string | null;
  fault: Fault | null;
}

/** In addition to the words for nothing of all fields. */
const NO_EMAIL =
  /^(?:na|nil|(?:no|keine?|ohne|sin|sans|pas d['’]|sem|senza|nessuna|geen|bez|brak|нет) ?(?:e-?mail|mail|correo|courriel|maila|почты)(?: address)?|(?:(?!@)[\p{P}\p{S}])+)$/iu;
const SEPARATORS = String.raw`\s,;:|<>()[\]{}"“”„«»\/`;
const ADDRESS = new RegExp(`(?<![^${SEPARATORS}])[^${SEPARATORS}@]+@[^${SEPARATORS}]+`, 'gu');
const AFTER_ADDRESS = /[.!?'’*_]+$/;
const LABEL_WORD = 'e-?mail|mail|correo|courriel|adresse|address|почта';
const ONE_WORD_BEFORE = new RegExp(
  `(?:^|[^\\p{L}\\p{N}\\s.'’-]\\s*)(?!(?:${LABEL_WORD})\\s)[\\p{L}\\p{N}.'’-]+\\s+[^${SEPARATORS}]+@`,
  'iu',
);
const ASCII = /^[\0-\x7F]*$/;
const LETTER = /[\p{L}\p{N}]/u;
const BETWEEN_ADDRESSES = /\s+(?:\/|&|\+|and|or|und|oder|et|ou|y|o|e)\s+|:::|[\s,;|<>]+/i;
const NAMED_ADDRESS = /<\s*[^<>\s]+@[^<>\s]+\s*>/;
// Before an address, an apostrophe is a spreadsheet's mark for text.
const PLAIN =
  /^(?!')[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59}))$/;
const LOCAL = /^(?!')[^\s\p{C}\p{Z}.,:;<>()[\]\\"@]+(?:\.[^\s\p{C}\p{Z}.,:;<>()[\]\\"@]+)*$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
const [MAX_CHARACTERS, MAX_LOCAL_CHARACTERS, MAX_CELL_CHARACTERS] = [254, 64, 1_000];
const TOP_LEVEL = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/u;

/**
 * Reads the email of a cell: the one rule of imports, forms, the public API and list updates.
 * Rule: N/A, none, - and the like are empty. `Jane <jane@x.com>` is jane@x.com. Of several addresses the first valid one is used; others,
 * and other text (`jane@x.com (work)`), are a fault. A domain in punycode is kept in Unicode, so that both are one identity.
 */
export function readEmailCell(text: string): EmailReading {
  const plain = plainAddress(text);
  if (plain !== null) return { email: plain, fault: null };
  if (text.length > MAX_CELL_CHARACTERS) return { email: null, fault: FAULTS.invalidEmail };
  const cell = withoutInvisible(text.normalize('NFC')).trim();
  if (withoutNothing(cell) === '' || NO_EMAIL.test(cell)) return { email: null, fault: null };
  const whole = oneAddress(cell);
  if (whole !== null) return { email: whole, fault: null };
  const all = addressesIn(cell).map(oneAddress);
  const email = all.find((one) => one !== null) ?? null;
  if (email === null) return addressWithin(cell);
  return { email, fault: all.every((one) => one === email) ? null : FAULTS.otherEmails };
}

/** The first address in other text; the blank of `john smith@x.com` may be part of its address. */
function addressWithin(cell: string): EmailReading {
  const found = [...cell.matchAll(ADDRESS)].map(([text]) => oneAddress(text.replace(AFTER_ADDRESS, '')));
  const email = found.find((one) => one !== null) ?? null;
  if (email === null || ONE_WORD_BEFORE.test(cell)) return { email: null, fault: FAULTS.invalidEmail };
  if (found.some((one) => one !== null && one !== email)) return { email, fault: FAULTS.otherEmails };
  return { email, fault: LETTER.test(cell.replace(ADDRESS, '')) ? FAULTS.emailText : null };
}

export function readEmail(text: string): string | null {
  return readEmailCell(text).email;
}

/** Null unless it is an address as it stands. */
function plainAddress(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return null;
  const lower = text.toLowerCase();
  return lower.indexOf('@') <= MAX_LOCAL_CHARACTERS && PLAIN.test(lower) ? withDomain(lower) : null;
}

/** Parts between separators, which have to be addresses; a name may stand before angle brackets. */
function addressesIn(cell: string): string[] {
  const parts = cell.split(BETWEEN_ADDRESSES).filter((part) => part !== '');
  const addresses = parts.filter((part) => part.includes('@'));
  return addresses.length === parts.length || NAMED_ADDRESS.test(cell) ? addresses : [];
}

/**
 * Reads a single address, lower-cased, without `mailto:` and enclosing brackets or quotes; null if malformed.
 * Rule: one @; before it 1 to 64 characters, no blanks, no dot at the ends or twice in a row; after it at least two labels of letters, digits
 * and inner hyphens, at most 63 characters each, the last all letters or punycode; 254 characters in total. Letters of any script; no quoted
 * local parts and numeric addresses.
 */
function oneAddress(text: string): string | null {
  const email = unwrap(text).toLowerCase();
  if (email.length > MAX_CHARACTERS) return null;
  const at = email.indexOf('@');
  if (at < 1 || at > MAX_LOCAL_CHARACTERS) return null;
  return PLAIN.test(email) || isInternational(email, at) ? withDomain(email) : null;
}

/** In one of its two spellings. */
function withDomain(email: string): string {
  if (ASCII.test(email) && !email.includes('xn--')) return email;
  const at = email.indexOf('@') + 1;
  return email.slice(0, at) + (domainToUnicode(domainToASCII(email.slice(at))) || email.slice(at));
}

function unwrap(text: string): string {
  const bare = text.replace(/^mailto:\s*([^?]*).*$/is, '$1');
  const inner = /^(?:<(.*)>|"(.*)"|'(.*)'|\[(.*)\])$/s
    .exec(bare)
    ?.slice(1)
    .find((part) => part !== undefined);
  if (inner === undefined) return bare.replace(/^'/, '');
  return inner === text ? bare : unwrap(inner.trim());
}

function isInternational(email: string, at: number): boolean {
  const labels = email.slice(at + 1).split('.');
  return (
    LOCAL.test(email.slice(0, at)) &&
    labels.length >= 2 &&
    labels.every((label) => label.length <= 63 && LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  );
}
