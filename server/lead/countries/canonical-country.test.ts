import { expect, test } from 'vitest';
import { canonicalCountry, countryName } from './canonical-country.ts';
import { ISO_CODES } from './iso-codes.ts';
import { keyOfName } from './name-key.ts';
import { OTHER_NAMES } from './other-names.ts';
import { OWN_NAMES } from './own-names.ts';

test('every code and canonical name is known, and no two countries share one', () => {
  expect(ISO_CODES).toHaveLength(252);
  expect(new Set(ISO_CODES.map(({ alpha3 }) => alpha3)).size).toBe(252);
  expect(new Set(ISO_CODES.map(({ alpha2 }) => keyOfName(countryName(alpha2) ?? ''))).size).toBe(252);
  for (const { alpha2, alpha3 } of ISO_CODES) {
    const name = countryName(alpha2) ?? '';
    expect(name.length).toBeGreaterThan(3);
    for (const text of [alpha2, alpha3.toLowerCase(), name, name.toUpperCase()]) {
      expect([text, canonicalCountry(text)]).toEqual([text, { name, iso: alpha2 }]);
    }
  }
});

const SPELLINGS: Record<string, string[]> = {
  'United States': [
    'USA',
    'U.S.A.',
    'U. S.',
    'u.s.',
    'America',
    'United States of America (the)',
    '🇺🇸',
    'EE.UU.',
  ],
  'United Kingdom': ['U.K.', 'uk', 'England', 'Great Britain', 'Great Britain (UK)', 'Northern Ireland'],
  Germany: ['Deutschland', 'GER', 'Allemagne', 'Alemania', 'Niemcy', 'Германия', ' germany ', 'D'],
  Slovakia: ['Slovakia (Slovak Republic)', 'Slovak Republic', 'Slovensko'],
  Vietnam: ['Viet Nam', 'Việt Nam'],
  Netherlands: ['Holland', 'The Netherlands', 'Nederland', 'Netherlands (the)'],
  Czechia: ['Czech Republic', 'Česko', 'Česká republika'],
  'South Korea': [
    'Korea (Republic of)',
    'Korea, Republic of',
    'Republic of Korea',
    'S. Korea',
    'Korea',
    '한국',
  ],
  'North Korea': ["Korea, Democratic People's Republic of", 'DPRK', 'N.Korea'],
  Russia: ['Russian Federation', 'Россия', 'Российская Федерация', 'РФ'],
  Bangladesh: ['বাংলাদেশ', 'গণপ্রজাতন্ত্রী বাংলাদেশ'],
  Philippines: ['Pilipinas', 'Republic of the Philippines'],
  Kazakhstan: ['Республика Казахстан', 'Қазақстан Республикасы'],
  Uzbekistan: ['O‘zbekiston', 'Oʻzbekiston', "O'zbekiston Respublikasi"],
  France: ['République française'],
  Haiti: ['Ayiti', 'République d’Haïti'],
  Norway: ['Noreg', 'Norge', 'Kongeriket Norge'],
  'South Africa': ['Suid-Afrika', 'iNingizimu Afrika', 'Republic of South Africa'],
  'Côte d’Ivoire': ['Ivory Coast', "Côte d'Ivoire", 'Cote d’Ivoire', 'COTE DIVOIRE'],
  'Myanmar (Burma)': ['Burma', 'Myanmar'],
  'United Arab Emirates': ['UAE', 'U.A.E.', 'الإمارات العربية المتحدة'],
  Türkiye: ['Turkey', 'TURKIYE', 'türkiye', 'TÜRKİYE'],
  Iran: ['Iran (Islamic Republic of)', 'Iran, Islamic Republic of'],
  'North Macedonia': ['Macedonia', 'Macedonia, The Former Yugoslav Republic of'],
  Eswatini: ['Swaziland'],
  'Palestinian Territories': ['Palestinian Territory', 'Palestine, State of'],
  'Hong Kong SAR China': ['Hong Kong', 'Hong Kong SAR China', 'HongKong'],
  Libya: ['Libyan Arab Jamahiriya'],
  Laos: ["Lao People's Democratic Republic", 'Lao People’s Democratic Republic'],
  Moldova: ['Moldova Republic of', 'Moldova, Republic of'],
  Syria: ['Syrian Arab Republic'],
  Tanzania: ['Tanzania United Republic of', 'Tanzania, United Republic of'],
  'U.S. Virgin Islands': ['Virgin Islands U.S.', 'Virgin Islands, U.S.', 'Virgin Islands (US)'],
  'British Virgin Islands': ['Virgin Islands (British)', 'Virgin Islands, British'],
  'St. Vincent & Grenadines': ['Saint Vincent and the Grenadines', 'St Vincent & the Grenadines'],
  'Congo - Kinshasa': ['Congo, The Democratic Republic of the', 'DR Congo'],
  'Congo - Brazzaville': ['Congo', 'Republic of the Congo'],
  Spain: ['Kingdom of Spain', 'Königreich Spanien', 'España', 'ESPANA'],
  Austria: ['A', 'Republic of Austria', 'Österreich', 'Oesterreich', 'osterreich'],
  Switzerland: ['Schweiz', 'Suisse', 'Svizzera', 'SUI'],
  Italy: ['Italia'],
  Poland: ['Polska'],
  China: ['中国', 'PRC'],
  Greece: ['Ελλάδα', 'EL'],
  Canada: ['CA', 'ca'],
  Georgia: ['GE', 'Georgia'],
};

test.each(Object.entries(SPELLINGS))('%s', (name, spellings) => {
  expect(spellings.map((text) => [text, canonicalCountry(text).name])).toEqual(
    spellings.map((text) => [text, name]),
  );
  expect(canonicalCountry(spellings[0] ?? '').iso).not.toBeNull();
});

/** Official languages by country, as far as Intl.DisplayNames has them. */
const OFFICIAL_LANGUAGES =
  'AF ps fa,AL sq,DZ ar,AD ca,AO pt,AR es,AM hy,AT de,AU en,AZ az,BD bn,BE nl fr de,BG bg,BI rn fr,BJ fr,BN ms,' +
  'BO es qu,BR pt,BT dz,BW en tn,BY be ru,CD fr,CF fr sg,CH de fr it rm,CL es,CM fr en,CN zh,CO es,CV pt,CY el tr,' +
  'CZ cs,DE de,DK da,DO es,EC es,EE et,EG ar,ER ti,ES es ca eu gl,ET am om so ti,FI fi sv,FO fo da,FR fr,GB en cy gd,' +
  'GE ka,GH en ak,GL kl,GM en,GR el,HK zh-Hant en,HR hr,HT fr,HU hu,ID id,IE ga en,IL he,IM gv,' +
  'IN hi bn ta te mr gu kn ml pa or as ur,IQ ar ckb,IR fa,IS is,IT it,JP ja,KE sw,KG ky ru,KH km,KP ko-KP,KR ko,KZ kk ru,' +
  'LA lo,LB ar,LI de,LK si ta,LS st,LT lt,LU lb fr de,LV lv,MA ar zgh,MD ro,ME sr-Latn,MG mg fr,MK mk sq,ML fr,' +
  'MM my,MN mn,MT mt,MU fr mfe,MV en,MX es,MY ms,MZ pt,NA en af,NE fr ha,NG en ha ig yo,NL nl fy,NO nb nn,NP ne,' +
  'NZ en mi,PE es qu,PH fil en,PK ur,PL pl,PS ar,PT pt,PY es,RO ro,RS sr sr-Latn,RU ru,RW rw,SA ar,SE sv,SG ms ta zh,' +
  'SI sl,SK sk,SN fr wo,SO so ar,SY ar,TH th,TJ tg,TM tk,TN ar,TO to,TR tr,TW zh-Hant,TZ sw,UA uk,UG sw en,' +
  'UZ uz uz-Cyrl,VN vi,XK sq sr,ZA af en st tn xh zu,ZW sn nd';

test('every country is known by its own name in its official languages', () => {
  const own = OFFICIAL_LANGUAGES.split(',').flatMap((entry) => {
    const [iso = '', ...languages] = entry.split(' ');
    return languages.map((language) => ({ iso, language }));
  });
  const likely = ISO_CODES.map(({ alpha2: iso }) => ({
    iso,
    language: new Intl.Locale(`und-${iso}`).maximize().language,
  }));
  const unknown = [...own, ...likely].flatMap(({ iso, language }) => {
    const name = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(iso);
    return name === undefined || canonicalCountry(name).iso === iso ? [] : [`${iso} ${language} ${name}`];
  });
  expect(unknown).toEqual([]);
});

test('no two countries share a name of the lists', () => {
  const names = [
    ...Object.entries(OTHER_NAMES).flatMap(([iso, others]) => others.map((name) => [iso, name])),
    ...Object.entries(OWN_NAMES).flatMap(([iso, others]) => others.split('; ').map((name) => [iso, name])),
  ];
  const wrong = names.filter(([iso, name = '']) => canonicalCountry(name).iso !== iso);
  expect(wrong).toEqual([]);
});

test('a name that only begins like a country stays as it is', () => {
  const texts = [
    'State of Georgia',
    'Republika Srpska',
    'Республика Крым',
    'Commonwealth of Virginia',
    'Kingdom',
  ];
  // Two countries are called so, and the form of the state doesn't say which.
  texts.push('Democratic Republic of Korea', 'Demokratische Volksrepublik Korea');
  expect(texts.filter((text) => canonicalCountry(text).iso !== null)).toEqual([]);
});

test('unknown texts are kept, trimmed', () => {
  for (const text of [
    'Atlantis',
    ' Mars ',
    'Georgia (USA)',
    'XX',
    '44',
    '?',
    `Spain ${'x'.repeat(200)}`,
    '',
  ]) {
    expect(canonicalCountry(text)).toEqual({ name: text.trim(), iso: null });
  }
});

test.each([
  ['Cote D Ivoire', 'Côte d’Ivoire'],
  ['US - United States', 'United States'],
  ['Germany / DE', 'Germany'],
  ['GB | United Kingdom', 'United Kingdom'],
  ['España, ES', 'Spain'],
  ['🇫🇷 France', 'France'],
  ['Dominican Rep.', 'Dominican Republic'],
  ['Dem. Rep. Congo', 'Congo - Kinshasa'],
  ['Czech Rep.', 'Czechia'],
  ['276', 'Germany'],
  ['040', 'Austria'],
])('%s is %s', (text, name) => {
  expect(canonicalCountry(text).name).toBe(name);
});

test.each(['Georgia - USA', '999', '001', '49'])('%s is no country', (text) => {
  expect(canonicalCountry(text)).toEqual({ name: text, iso: null });
});
