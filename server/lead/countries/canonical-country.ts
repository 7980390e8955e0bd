import { ISO_CODES } from './iso-codes.ts';
import { keyOfName, withoutStateForm } from './name-key.ts';
import { OTHER_NAMES } from './other-names.ts';
import { OWN_NAMES } from './own-names.ts';

/** A country: its stored name (`name`) and its alpha-2 code for phone numbers (`iso`, null if unknown). */
export interface Country {
  name: string;
  iso: string | null;
}

const ENGLISH = new Intl.DisplayNames('en', { type: 'region' });
const NAMES = new Map(ISO_CODES.map(({ alpha2 }) => [alpha2, ENGLISH.of(alpha2) ?? alpha2]));
/** Single letters of vehicles, which European address books use as codes of countries. */
const VEHICLE_CODES = { A: 'AT', B: 'BE', D: 'DE', E: 'ES', F: 'FR', I: 'IT', L: 'LU', P: 'PT', S: 'SE' };
const CODES = new Map([
  ['UK', 'GB'],
  ...Object.entries(VEHICLE_CODES),
  ...ISO_CODES.flatMap(({ alpha2, alpha3 }) => [[alpha2, alpha2] as const, [alpha3, alpha2] as const]),
]);
const KNOWN_NAMES = new Map([
  ...Object.entries(OWN_NAMES).flatMap(([iso, names]) =>
    names.split('; ').map((name) => [keyOfName(name), iso] as const),
  ),
  ...Object.entries(OTHER_NAMES).flatMap(([iso, others]) =>
    others.map((name) => [keyOfName(name), iso] as const),
  ),
  ...[...NAMES].map(([iso, name]) => [keyOfName(name), iso] as const),
]);
/** Countries that only the form of the state tells apart, such as the two Koreas: their long names are listed. */
const TOLD_APART_BY_FORM = new Set(['CD', 'CG', 'CN', 'KP', 'KR', 'TW']);

// Files repeat few spellings over many rows. The limit keeps a column of addresses from filling the memory.
const MAX_CACHED_TEXTS = 10_000;
const cachedCountries = new Map<string, Country>();

/** Returns the canonical English name of an alpha-2 code, such as `United States` for `US`, or null. */
export function countryName(iso: string): string | null {
  return NAMES.get(iso) ?? null;
}

/**
 * Reads a country and returns its canonical name, the English one of Intl.DisplayNames.
 *
 * Rule: recognises ISO alpha-2 and alpha-3 codes, letters of vehicles (`D`), English names, common and former names, names in other
 * languages and flag emoji, with or without the form of the state (`Republic of`), ignoring case, accents, signs and word order. Unknown text is
 * trimmed, with `iso` null. Two and three letters are codes first: `CA` is Canada, `Georgia` the country.
 */
export function canonicalCountry(text: string): Country {
  const trimmed = text.trim();
  const known = cachedCountries.get(trimmed);
  if (known) return known;
  const iso = isoOf(trimmed);
  const country = { name: (iso && NAMES.get(iso)) ?? trimmed, iso };
  if (cachedCountries.size >= MAX_CACHED_TEXTS) cachedCountries.clear();
  cachedCountries.set(trimmed, country);
  return country;
}

function isoOf(text: string): string | null {
  if (text.length > 100) return null;
  return isoOfWhole(text) ?? isoBesideBrackets(text) ?? isoNamedTwice(text) ?? isoOfNumber(text);
}

function isoOfWhole(text: string): string | null {
  const code = CODES.get(undotted(text).toUpperCase()) ?? CODES.get(codeOfFlag(text));
  if (code) return code;
  const key = keyOfName(text);
  return isoOfKey(key) ?? isoWithoutStateForm(key);
}

function isoOfKey(key: string): string | null {
  return key === '' ? null : (KNOWN_NAMES.get(key) ?? isoOfNativeName(key));
}

function isoWithoutStateForm(key: string): string | null {
  const name = withoutStateForm(key);
  if (name === key) return null;
  const iso = isoOfKey(name);
  return iso !== null && TOLD_APART_BY_FORM.has(iso) ? null : iso;
}

/**
 * Reads a name with brackets. `Great Britain (UK)` names one country twice; `Georgia (USA)` names two and
 * stays unknown.
 */
function isoBesideBrackets(text: string): string | null {
  const parts = /^([^()]+)\(([^()]+)\)$/.exec(text);
  const outside = parts?.[1] && isoOfWhole(parts[1].trim());
  const inside = parts?.[2] && isoOfWhole(parts[2].trim());
  return outside && (!inside || inside === outside) ? outside : null;
}

/** Reads a country that is named twice: `US - United States`, `Germany / DE`, `🇫🇷 France`. */
function isoNamedTwice(text: string): string | null {
  const parts = /^(.+?)(?:\s*[-–/:|,]\s*|(?<=^\p{RI}{2})\s*)(\p{L}.*)$/u.exec(text);
  const [one, other] = [parts?.[1], parts?.[2]].map((part) => part && isoOfWhole(part.trim()));
  return one && one === other ? one : null;
}

/** Reads a code of three digits (ISO 3166-1 numeric), which Intl replaces by alpha-2. */
function isoOfNumber(text: string): string | null {
  if (!/^\d{3}$/.test(text)) return null;
  const { region = '' } = new Intl.Locale(`und-${text}`);
  return region !== 'ZZ' && NAMES.has(region) ? region : null;
}

/** Returns `UK` for `U.K.` and `U. K.`, and other texts unchanged. */
function undotted(text: string): string {
  return /^(?:\p{L}\.\s?){2,3}$/u.test(text) ? text.replace(/[.\s]/g, '') : text;
}

/** Returns `DE` for the flag of Germany: a flag emoji is two letters of an alphabet of its own. */
function codeOfFlag(text: string): string {
  const FIRST_LETTER = 0x1f1e6;
  const letters = [...text].map((sign) => (sign.codePointAt(0) ?? 0) - FIRST_LETTER);
  if (letters.length !== 2 || letters.some((letter) => letter < 0 || letter > 25)) return '';
  return String.fromCharCode(...letters.map((letter) => 65 + letter));
}

/** Languages whose names of all countries are known. */
const LANGUAGES = (
  'de fr es it pt nl pl ru uk tr sv nb da fi cs sk hu ro el bg hr sr lt lv et sl sq mk ka hy az is ga ca ' +
  'ar he fa ja ko zh zh-Hant vi id ms th hi kk uz'
).split(' ');

/** Further languages, each with the countries where it is official or widely spoken: only their names are known. */
const OWN_LANGUAGES: Readonly<Record<string, string>> = {
  ...{
    af: 'ZA NA',
    ak: 'GH',
    am: 'ET',
    as: 'IN',
    'az-Cyrl': 'AZ',
    be: 'BY',
    bn: 'BD IN',
    bo: 'CN',
    br: 'FR',
  },
  ...{ bs: 'BA', 'bs-Cyrl': 'BA', ckb: 'IQ', cy: 'GB', dz: 'BT', ee: 'GH TG', eu: 'ES', 'fa-AF': 'AF' },
  ...{ ff: 'SN GN', fil: 'PH', fo: 'FO', fy: 'NL', gd: 'GB', gl: 'ES', gsw: 'CH LI', gu: 'IN', gv: 'IM' },
  ...{ ha: 'NG NE', haw: 'US', ig: 'NG', jv: 'ID', kab: 'DZ', kea: 'CV', kl: 'GL', km: 'KH', kn: 'IN' },
  ...{ 'ko-KP': 'KP', ks: 'IN', ku: 'TR IQ', ky: 'KG', lb: 'LU', lg: 'UG', ln: 'CD CG', lo: 'LA', lu: 'CD' },
  ...{ mfe: 'MU', mg: 'MG', mi: 'NZ', ml: 'IN', mn: 'MN', mr: 'IN', mt: 'MT', my: 'MM', nd: 'ZW', ne: 'NP' },
  ...{
    nn: 'NO',
    nso: 'ZA',
    om: 'ET',
    or: 'IN',
    pa: 'IN',
    'pa-Arab': 'PK',
    pcm: 'NG',
    ps: 'AF',
    qu: 'PE BO EC',
  },
  ...{ rm: 'CH', rn: 'BI', rw: 'RW', sd: 'PK', se: 'NO SE FI', sg: 'CF', si: 'LK', sn: 'ZW', so: 'SO DJ ET' },
  ...{ 'sr-Latn': 'RS ME BA XK', st: 'LS ZA', su: 'ID', sw: 'TZ KE UG RW', 'sw-CD': 'CD', ta: 'IN LK SG MY' },
  ...{
    te: 'IN',
    tg: 'TJ',
    ti: 'ER ET',
    tk: 'TM',
    tn: 'BW ZA',
    to: 'TO',
    ug: 'CN',
    ur: 'PK IN',
    'uz-Cyrl': 'UZ',
  },
  ...{ wo: 'SN', xh: 'ZA', yo: 'NG', zgh: 'MA', zu: 'ZA' },
};

let isoByKey: Map<string, string | null> | null = null;

/**
 * Returns the alpha-2 code for the key of a country's name in one of some forty languages (`Deutschland`,
 * `España`, `Россия`) or in a language of its own (`বাংলাদেশ`, `Pilipinas`). Returns null for an unknown name,
 * or one that means different countries in different languages.
 *
 * The first call builds the table, some 100 ms that only files with such names pay.
 */
function isoOfNativeName(key: string): string | null {
  isoByKey ??= nativeNameTable();
  return isoByKey.get(key) ?? null;
}

function nativeNameTable(): Map<string, string | null> {
  const table = new Map<string, string | null>();
  for (const language of LANGUAGES) {
    const nameOf = namesIn(language);
    for (const { alpha2 } of ISO_CODES) {
      const key = nameOf(alpha2);
      const other = table.get(key);
      table.set(key, other === undefined || other === alpha2 ? alpha2 : null);
    }
  }
  for (const [language, countries] of Object.entries(OWN_LANGUAGES)) {
    const nameOf = namesIn(language);
    for (const alpha2 of countries.split(' ')) table.set(nameOf(alpha2), alpha2);
  }
  table.delete('');
  return table;
}

/** Returns a function to the key of a country's name in a language, empty if the language has none. */
function namesIn(language: string): (alpha2: string) => string {
  const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return (alpha2) => keyOfName(display.of(alpha2) ?? '');
}
