import { withoutInvisible } from './normalise-text.ts';
import { FAULTS, type Fault } from './problems.ts';

/** Null if the cell is empty or malformed. The fault tells which, or that addresses were dropped. */
export interface EmailReading {
  email: string | null;
  fault: Fault | null;
}

/** Where there is no address. */
const NO_EMAIL =
  /^(?:n[./]?a\.?|#n\/a|nil|nan|none|null|undefined|unknown|no e?-?mail|not (?:available|provided|given|known|applicable)|(?:(?!@)[\p{P}\p{S}])+)$/iu;
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
 * Rule: N/A, none, - and the like are empty. `Jane <jane@x.com>` is jane@x.com. Of several addresses the first valid one is used, and the
 * others are a fault. Anything else has to be one address.
 */
export function readEmailCell(text: string): EmailReading {
  const plain = plainAddress(text);
  if (plain !== null) return { email: plain, fault: null };
  if (text.length > MAX_CELL_CHARACTERS) return { email: null, fault: FAULTS.invalidEmail };
  const cell = withoutInvisible(text.normalize('NFC')).trim();
  if (cell === '' || NO_EMAIL.test(cell)) return { email: null, fault: null };
  const whole = oneAddress(cell);
  if (whole !== null) return { email: whole, fault: null };
  const all = addressesIn(cell).map(oneAddress);
  const email = all.find((one) => one !== null) ?? null;
  if (email === null) return { email, fault: FAULTS.invalidEmail };
  return { email, fault: all.every((one) => one === email) ? null : FAULTS.otherEmails };
}

export function readEmail(text: string): string | null {
  return readEmailCell(text).email;
}

/** Null unless it is an address as it stands. */
function plainAddress(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return null;
  const lower = text.toLowerCase();
  return lower.indexOf('@') <= MAX_LOCAL_CHARACTERS && PLAIN.test(lower) ? lower : null;
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
 * local parts and numeric addresses, which no real lead has.
 */
function oneAddress(text: string): string | null {
  const email = unwrap(text).toLowerCase();
  if (email.length > MAX_CHARACTERS) return null;
  const at = email.indexOf('@');
  if (at < 1 || at > MAX_LOCAL_CHARACTERS) return null;
  return PLAIN.test(email) || isInternational(email, at) ? email : null;
}

function unwrap(text: string): string {
  const bare = text.replace(/^mailto:\s*/i, '');
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
