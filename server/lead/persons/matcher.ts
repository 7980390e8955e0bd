import type { Person } from './person.ts';
import { digitsIn, emailPattern, emailSpellings, escaped, phonePattern } from './spellings.ts';

/** Takes the place of a name, an email or a phone. */
export const ERASED = '[erased]';

/** Finds and removes a person in texts. */
export interface Matcher {
  /** Parts of lower-cased texts, and digits without separators, of which a text has one if it holds the person. */
  needles: { texts: string[]; ids: string[]; digits: string[] };
  /** Whether a text has an email or phone of the person. */
  holds(text: string): boolean;
  /** Without the person's emails and phones, and without the names if it has one of these. */
  redact(text: string): string;
  /** The same for a value of JSON; the smallest record with an email, a phone or a lead loses the names. */
  redactJson<T>(value: T): T;
}

/** Matches no text. */
const NEVER = /(?!)/giu;

export function matcherOf(person: Person): Matcher {
  const emails = [...person.emails, ...person.formerEmails];
  const phones = [...person.phones, ...person.formerPhones];
  const identity = anyOf([
    ...emails.map(emailPattern),
    ...phones.flatMap((phone) => phonePattern(phone) ?? []),
  ]);
  const names = anyOf(namePatterns(person.names));
  const leads = anyOf(person.leadIds);
  const has = (pattern: RegExp, text: string): boolean => text.search(pattern) !== -1;
  const without = (text: string): string => text.replaceAll(identity, ERASED).replaceAll(names, ERASED);
  return {
    needles: {
      texts: emails.flatMap(emailSpellings).map((email) => email.toLowerCase()),
      ids: person.leadIds,
      digits: [...new Set(phones.flatMap((phone) => digitsIn(phone) ?? []))],
    },
    holds: (text) => has(identity, text),
    redact: (text) => (has(identity, text) ? without(text) : text),
    redactJson: <T>(value: T): T =>
      redacted(value, (text) => has(identity, text) || has(leads, text), without) as T,
  };
}

/** Full names, then each of their words, longest first. */
function namePatterns(names: readonly string[][]): string[] {
  const words = names.flat().flatMap((name) => [name, ...name.split(/\s+/)]);
  const full = names.flatMap((parts) => [parts, parts.toReversed()].map((some) => some.join(' ')));
  const texts = [...new Set([...full, ...words])].filter((text) => text.length > 1);
  return texts
    .sort((a, b) => b.length - a.length)
    .map((text) => `(?<![\\p{L}\\p{N}])${escaped(text).replaceAll(' ', '[\\s,]+')}(?![\\p{L}\\p{N}])`);
}

function anyOf(patterns: readonly string[]): RegExp {
  return patterns.length === 0 ? NEVER : new RegExp(patterns.join('|'), 'giu');
}

/** Elements of an array are records of their own. */
function redacted(
  value: unknown,
  holds: (text: string) => boolean,
  without: (text: string) => string,
): unknown {
  if (!holds(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))) return value;
  const isList = Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null);
  if (isList) return value.map((one) => redacted(one, holds, without));
  return erased(value, holds, without);
}

/** Removes the person from all texts of a record. */
function erased(
  value: unknown,
  holds: (text: string) => boolean,
  without: (text: string) => string,
): unknown {
  if (typeof value === 'string') return without(value);
  if (typeof value === 'number') return holds(String(value)) ? null : value;
  if (Array.isArray(value)) {
    const isList = value.some((one) => typeof one === 'object' && one !== null);
    return value.map((one) => (isList ? redacted(one, holds, without) : erased(one, holds, without)));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [without(key), erased(one, holds, without)]),
  );
}
