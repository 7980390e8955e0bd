import { ISO_CODES } from './iso-codes.ts';
import { keyOfName } from './name-key.ts';

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
export function isoOfNativeName(key: string): string | null {
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
