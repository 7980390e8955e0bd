import type { Option } from '../../../ui/option.ts';

const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Unicode: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16, big-endian',
  },
  Windows: {
    'windows-1252': 'English, German, French (Windows-1252)',
    'windows-1250': 'Polish, Czech, Hungarian (Windows-1250)',
    'windows-1251': 'Russian, Bulgarian, Serbian (Windows-1251)',
    'windows-1253': 'Greek (Windows-1253)',
    'windows-1254': 'Turkish (Windows-1254)',
    'windows-1255': 'Hebrew (Windows-1255)',
    'windows-1256': 'Arabic (Windows-1256)',
    'windows-1257': 'Lithuanian, Latvian (Windows-1257)',
    'windows-1258': 'Vietnamese (Windows-1258)',
    'windows-874': 'Thai (Windows-874)',
  },
  'East Asian': {
    shift_jis: 'Japanese (Shift JIS)',
    'euc-jp': 'Japanese (EUC-JP)',
    gb18030: 'Chinese, simplified (GB18030, GBK)',
    big5: 'Chinese, traditional (Big5)',
    'euc-kr': 'Korean (EUC-KR)',
  },
  'ISO 8859': {
    'iso-8859-15': 'English, German, French (ISO 8859-15)',
    'iso-8859-2': 'Polish, Czech, Hungarian (ISO 8859-2)',
    'iso-8859-5': 'Russian, Bulgarian, Serbian (ISO 8859-5)',
    'iso-8859-7': 'Greek (ISO 8859-7)',
    'iso-8859-8': 'Hebrew (ISO 8859-8)',
    'iso-8859-6': 'Arabic (ISO 8859-6)',
    'iso-8859-13': 'Lithuanian, Latvian (ISO 8859-13)',
    'iso-8859-4': 'Estonian, Latvian (ISO 8859-4)',
    'iso-8859-10': 'Icelandic, Sámi (ISO 8859-10)',
    'iso-8859-14': 'Welsh, Irish (ISO 8859-14)',
    'iso-8859-3': 'Maltese (ISO 8859-3)',
  },
  Other: {
    'koi8-r': 'Russian (KOI8-R)',
    'koi8-u': 'Ukrainian (KOI8-U)',
    ibm850: 'English, German, French (DOS 850)',
    ibm437: 'English, German, French (DOS 437)',
    ibm866: 'Russian (DOS 866)',
    macintosh: 'English, German, French (Mac)',
    'x-mac-cyrillic': 'Russian, Bulgarian (Mac)',
  },
};

/** Supported encodings, labeled by language. */
export const ENCODING_OPTIONS: readonly Option[] = Object.entries(GROUPS).flatMap(([group, encodings]) =>
  Object.entries(encodings).map(([value, label]) => ({ value, label, group })),
);

/** Returns an encoding's short name, such as `Windows-1251`. */
export function encodingName(encoding: string): string {
  const label = ENCODING_OPTIONS.find(({ value }) => value === encoding)?.label ?? encoding;
  const short = /\(([^,)]+).*\)$/.exec(label)?.[1];
  if (short === 'Mac') return label;
  return short ?? label.replace(/,.*$/, '');
}
