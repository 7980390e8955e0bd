import type { ImportField } from '#contract/lead-fields.ts';
import type { HeaderLanguage } from './header-language.ts';
import { headerWords, splitOrdinal, squash } from './header-words.ts';
import { DUTCH } from './languages/dutch.ts';
import { ENGLISH } from './languages/english.ts';
import { FRENCH } from './languages/french.ts';
import { GERMAN } from './languages/german.ts';
import { ITALIAN } from './languages/italian.ts';
import { POLISH } from './languages/polish.ts';
import { PORTUGUESE } from './languages/portuguese.ts';
import { RUSSIAN } from './languages/russian.ts';
import { SPANISH } from './languages/spanish.ts';
import { TURKISH } from './languages/turkish.ts';

/** Where two share a name, the earlier decides. */
export const HEADER_LANGUAGES: readonly HeaderLanguage[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  POLISH,
  TURKISH,
  RUSSIAN,
];

type KnownTarget = ImportField['key'] | 'name';

/** A column name that a language knows. */
export interface KnownHeader {
  target: KnownTarget;
  /** Whether the name was known as it stands, without leaving words out. */
  isWhole: boolean;
  /** A full name or half of it, depending on other columns. */
  isHalfName: boolean;
  /** Words that make another column the better choice. */
  doubts: number;
  /** Number in the name, 0 and 1 being equal: phone1 comes before phone2. */
  ordinal: number;
}

interface Glossary {
  targets: ReadonlyMap<string, KnownTarget>;
  halfNames: ReadonlySet<string>;
  articles: ReadonlySet<string>;
  beside: ReadonlySet<string>;
  doubtful: ReadonlySet<string>;
  address: ReadonlySet<string>;
}

const GLOSSARIES = HEADER_LANGUAGES.map(glossaryOf);

function glossaryOf(language: HeaderLanguage): Glossary {
  const articles = new Set(headerWords(language.articles));
  const keysIn = (list: string) =>
    list
      .split(',')
      .map((name) => keyOf(headerWords(name), articles))
      .filter((key) => key !== '');
  return {
    targets: new Map(
      Object.entries(language.names).flatMap(([target, list]) =>
        keysIn(list).map((key) => [key, target as KnownTarget] as const),
      ),
    ),
    halfNames: new Set(keysIn(language.halfName)),
    articles,
    beside: new Set(headerWords(language.beside)),
    doubtful: new Set(headerWords(language.doubtful)),
    address: new Set(headerWords(language.address)),
  };
}

function keyOf(words: readonly string[], articles: ReadonlySet<string>): string {
  return squash(words.filter((word) => !articles.has(word)).join(' '));
}

/**
 * Looks a name up in all languages, as it stands or without words for person, place and the like: `Telefon Kunde` is known,
 * `Telefonart` isn't.
 */
export function knownHeader(column: string): KnownHeader | null {
  const { words, ordinal } = splitOrdinal(headerWords(column));
  return (
    firstKnown((glossary) => knownIn(glossary, words, true)) ??
    firstKnown((glossary) => knownIn(glossary, words, false)) ??
    firstKnown((glossary) => knownPartOfAddress(glossary, words))
  );

  function firstKnown(look: (glossary: Glossary) => Omit<KnownHeader, 'ordinal'> | null): KnownHeader | null {
    for (const glossary of GLOSSARIES) {
      const known = look(glossary);
      if (known) return { ...known, ordinal };
    }
    return null;
  }
}

/** Fields of which a file has several. */
const HAS_SEVERAL: ReadonlySet<KnownTarget> = new Set<KnownTarget>([
  'firstName',
  'lastName',
  'email',
  'phone',
  'country',
  'city',
  'address',
  'postcode',
]);

function knownIn(
  glossary: Glossary,
  words: readonly string[],
  isWhole: boolean,
): Omit<KnownHeader, 'ordinal'> | null {
  const { articles, beside, doubtful } = glossary;
  const kept = isWhole ? words : words.filter((word) => !beside.has(word) && !doubtful.has(word));
  const key = keyOf(kept, articles);
  const isHalfName = glossary.halfNames.has(key);
  const target = glossary.targets.get(key) ?? (isHalfName ? 'name' : null);
  if (target === null) return null;
  const doubts = isWhole ? 0 : words.filter((word) => doubtful.has(word)).length;
  return doubts === 0 || HAS_SEVERAL.has(target) ? { target, isWhole, isHalfName, doubts } : null;
}

function knownPartOfAddress(
  glossary: Glossary,
  words: readonly string[],
): Omit<KnownHeader, 'ordinal'> | null {
  const kept = words.filter((word) => !glossary.address.has(word));
  const known = kept.length < words.length ? knownIn(glossary, kept, false) : null;
  return known && HAS_SEVERAL.has(known.target) ? known : null;
}
