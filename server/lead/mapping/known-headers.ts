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

/** Languages whose column names are known. Where two use the same name, the earlier one decides. */
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
  /** Whether the name means a full name or one half of it, depending on the other columns. */
  isHalfName: boolean;
  /** Number of words that make another column the better choice for the field. */
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
 * Looks a column name up in the lists of all languages. A name is known as it stands, or when only words for the
 * person, the place or the like are left out: `Telefon`, `Telefon Kunde`, `Telefon geschäftlich 2`, `Adres domowy - ulica`.
 * A name with any other word is unknown: `Telefonart`, `Telefon Assistent`. Returns null for unknown names.
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

/** Fields of which a file has several; a full name next to a word for the workplace or the like is another name. */
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
