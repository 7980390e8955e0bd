import type { Encoding } from './encodings.ts';

/** Non-Unicode encodings to consider, likeliest first. */
export const LEGACY_ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'windows-1253',
  'windows-1257',
  'windows-1255',
  'windows-1256',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'windows-1258',
  'windows-874',
  'koi8-u',
  'koi8-r',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'iso-8859-13',
  'iso-8859-6',
  'iso-8859-8',
  'euc-jp',
  'ibm850',
  'ibm437',
  'macintosh',
] as const satisfies readonly Encoding[];

export type LegacyEncoding = (typeof LEGACY_ENCODINGS)[number];

export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'hebrew'
  | 'arabic'
  | 'thai'
  | 'kana'
  | 'half-kana'
  | 'han'
  | 'hangul'
  | 'mark';

/** Latin if not listed. */
export const SCRIPTS: Readonly<Partial<Record<LegacyEncoding, readonly Script[]>>> = {
  'windows-1251': ['cyrillic'],
  'koi8-r': ['cyrillic'],
  'koi8-u': ['cyrillic'],
  'iso-8859-5': ['cyrillic'],
  'windows-1253': ['greek'],
  'iso-8859-7': ['greek'],
  'windows-1255': ['hebrew'],
  'iso-8859-8': ['hebrew'],
  'windows-1256': ['arabic'],
  'iso-8859-6': ['arabic'],
  'windows-874': ['thai', 'mark'],
  shift_jis: ['kana', 'half-kana', 'han'],
  'euc-jp': ['kana', 'han'],
  gb18030: ['han'],
  big5: ['han'],
  'euc-kr': ['hangul'],
};

/** A language's non-ASCII letters; `rare` letters say little. */
export interface Alphabet {
  letters: string;
  rare?: string;
}

const WESTERN: readonly Alphabet[] = [
  { letters: 'äöüß' },
  { letters: 'àâçéèêëîïôœùûüÿ', rare: 'æ' },
  { letters: 'áéíóúüñ' },
  { letters: 'áâãàçéêíóôõúü' },
  { letters: 'àèéìíîòóù' },
  { letters: 'åäöé' },
  { letters: 'åæøéü' },
  { letters: 'éëïöüèá' },
  { letters: 'àçéèíïòóúü' },
  { letters: 'äöüõšž' },
  { letters: 'áéíóúæö', rare: 'ýþð' },
];
const CENTRAL: readonly Alphabet[] = [
  { letters: 'ąćęłńóśźż' },
  { letters: 'áčďéěíňóřšťúůýž' },
  { letters: 'áäčďéíĺľňóôŕšťúýž' },
  { letters: 'áéíóöőúüű' },
  { letters: 'ăâîşţ' },
  { letters: 'čćđšž' },
];
const BALTIC: readonly Alphabet[] = [{ letters: 'ąčęėįšųūž' }, { letters: 'āčēģīķļņšūž' }];

/** Languages of the Latin encodings. */
export const ALPHABETS: Readonly<Partial<Record<LegacyEncoding, readonly Alphabet[]>>> = {
  'windows-1252': WESTERN,
  'iso-8859-15': WESTERN,
  ibm850: WESTERN,
  ibm437: WESTERN,
  macintosh: WESTERN,
  'windows-1250': CENTRAL,
  'iso-8859-2': CENTRAL,
  'windows-1254': [{ letters: 'çğıöşüâîû\u0307' }],
  'windows-1257': BALTIC,
  'iso-8859-13': BALTIC,
  'windows-1258': [{ letters: 'àáâãèéêìíòóôõùúýăđĩũơư\u0300\u0301\u0303\u0309\u0323' }],
};
