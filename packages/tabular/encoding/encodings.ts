/** Readable encodings by WHATWG name, or IANA's. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'macintosh',
  'x-mac-cyrillic',
  'ibm437',
  'ibm850',
  'ibm866',
] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Encodings decoded as their superset. */
const SUPERSETS: Readonly<Record<string, Encoding>> = { gbk: 'gb18030', 'iso-8859-8-i': 'iso-8859-8' };

/** Returns null for an unknown label. */
export function encodingOf(label: string): Encoding | null {
  const name = standardName(label);
  const encoding = name === null ? undefined : (SUPERSETS[name] ?? name);
  return ENCODINGS.find((known) => known === encoding) ?? null;
}

const CODE_PAGE = /^(?:ibm|cp|oem|dos)?[-_ ]?(437|850)$/;

function standardName(label: string): string | null {
  const codePage = CODE_PAGE.exec(label.trim().toLowerCase())?.[1];
  if (codePage !== undefined) return `ibm${codePage}`;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
