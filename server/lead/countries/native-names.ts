import { ISO_CODES } from './iso-codes.ts';
import { keyOfName } from './name-key.ts';

const LANGUAGES = [
  ...[
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'nl',
    'pl',
    'ru',
    'uk',
    'tr',
    'sv',
    'nb',
    'da',
    'fi',
    'cs',
    'sk',
    'hu',
    'ro',
  ],
  ...['el', 'bg', 'hr', 'sr', 'lt', 'lv', 'et', 'sl', 'sq', 'mk', 'ka', 'hy', 'az', 'is', 'ga', 'ca'],
  ...['ar', 'he', 'fa', 'ja', 'ko', 'zh', 'zh-Hant', 'vi', 'id', 'ms', 'th', 'hi', 'kk', 'uz'],
];

let isoByKey: Map<string, string | null> | null = null;

/**
 * Returns the alpha-2 code for the key of a country's name in one of some forty languages (`Deutschland`,
 * `España`, `Россия`). Returns null for an unknown name, or one that means different countries in different
 * languages.
 *
 * The first call builds the table, some 50 ms that only files with such names pay.
 */
export function isoOfNativeName(key: string): string | null {
  isoByKey ??= nativeNameTable();
  return isoByKey.get(key) ?? null;
}

function nativeNameTable(): Map<string, string | null> {
  const table = new Map<string, string | null>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const { alpha2 } of ISO_CODES) {
      const key = keyOfName(display.of(alpha2) ?? '');
      const other = table.get(key);
      if (key !== '') table.set(key, other === undefined || other === alpha2 ? alpha2 : null);
    }
  }
  return table;
}
