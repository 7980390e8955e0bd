import { type DecimalSign, type Digits, readDigits } from './normalise-number.ts';

const SYMBOLS = ['us', 'c', 'ca', 'a', 'au', 'nz', 'hk', 's', 'r', 'mx'].map((country) => `${country}$`);
const ABBREVIATIONS = [
  ...[
    'kr',
    'kr.',
    'kč',
    'zł',
    'zl',
    'fr',
    'fr.',
    'sfr',
    'sfr.',
    'rs',
    'rs.',
    'lei',
    'лв',
    'лв.',
    'ft',
    'руб',
    'руб.',
  ],
  ...[
    'р',
    'р.',
    'грн',
    'грн.',
    'tl',
    'rm',
    'rp',
    'rp.',
    'din',
    'din.',
    'dh',
    'dhs',
    '₽',
    'rub',
    'euro',
    'euros',
  ],
  ...['dollar', 'dollars', 'pound', 'pounds', 'rand', 'usd$', 'stg'],
];
const CURRENCY_WORDS = new Set([
  ...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()),
  ...SYMBOLS,
  ...ABBREVIATIONS,
]);
/** Words that name one currency, in addition to the codes. */
const CODES = new Map([
  ...Intl.supportedValuesOf('currency').map((code) => [code.toLowerCase(), code] as const),
  ...(
    [
      ...['€ EUR', 'euro EUR', 'euros EUR', '£ GBP', 'us$ USD', 'usd$ USD', 'c$ CAD', 'ca$ CAD', 'a$ AUD'],
      ...['au$ AUD', 'nz$ NZD', 'hk$ HKD', 's$ SGD', 'r$ BRL', 'mx$ MXN', '₹ INR', '₺ TRY', 'tl TRY'],
      ...['₽ RUB', 'руб RUB', '₴ UAH', 'грн UAH', '₪ ILS', '₫ VND', '₱ PHP', 'zł PLN', 'kč CZK'],
    ] as const
  ).map((pair) => pair.split(' ') as [string, string]),
]);
const NUMBER_SIGNS = /[\d.,\s()'’+−–—-]+/gu;
const PARTS = /^([^\d.,\s()'+-][^\d,\s()'+-]*|)\s*([\s\S]*?)\s*((?:[^\d.,\s()'+-][^\d,\s()'+-]*)?)$/u;
const BARE = /^[\d.,]+$/;
/** An amount that is already in canonical form. */
const IN_PLACE = /^(?:0|[1-9]\d{0,11})\.\d\d$/;
/** A canonical amount without cents. */
const WHOLE = /^(?:0|[1-9]\d{0,11})$/;
const MAX_WHOLE_DIGITS = 12;
const MAX_CHARACTERS = 80;

/**
 * Reads an amount as decimal text with two places; null if it is none or has more than 12 digits before the point (numeric(14,2)).
 * Rule: numbers as in `readDigits`, with a currency sign, code or word around them (`US$ 1,234.50`, `1.234,50 €`, `kr 100`). More than two
 * places round half away from zero, digit by digit. `decimal` only matters for values such as `1.234`.
 */
export function readAmount(text: string, decimal: DecimalSign = '.'): string | null {
  if (IN_PLACE.test(text)) return text;
  if (WHOLE.test(text)) return `${text}.00`;
  const number = withoutCurrency(text);
  const digits = number === null ? null : readDigits(number, decimal);
  return digits && twoPlaces(digits);
}

/** Null if the text next to the number is no currency. */
export function withoutCurrency(text: string): string | null {
  const trimmed = text.trim().replace(/[−–—‒]/g, '-');
  if (trimmed.length > MAX_CHARACTERS) return null;
  if (BARE.test(trimmed)) return trimmed;
  // -$5, ($5).
  const outer = /^([+-]|\()\s*(.*?)(\)?)$/s.exec(trimmed);
  const [lead, inner, tail] = [outer?.[1] ?? '', outer?.[2] ?? trimmed, outer?.[3] ?? ''];
  const parts = PARTS.exec(inner);
  if (!parts) return null;
  const [before = '', number = '', behind = ''] = parts.slice(1);
  if ((before !== '' && !isCurrency(before)) || (behind !== '' && !isCurrency(behind))) return null;
  return lead + number + tail;
}

/** Returns the code of the currency next to an amount, the word if it is ambiguous such as `$`, null without any. */
export function currencyOf(text: string): string | null {
  if (BARE.test(text) || text.length > MAX_CHARACTERS) return null;
  const word = text.replace(NUMBER_SIGNS, '').toLowerCase();
  return word === '' ? null : (CODES.get(word) ?? (isCurrency(word) ? word : null));
}

function isCurrency(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    /^\p{Sc}$/u.test(lower) || CURRENCY_WORDS.has(lower) || CURRENCY_WORDS.has(lower.replace(/\p{Sc}$/u, ''))
  );
}

function twoPlaces({ negative, whole, fraction }: Digits): string | null {
  const kept = fraction.slice(0, 2).padEnd(2, '0');
  const up = (fraction[2] ?? '0') >= '5';
  const cents = up ? (BigInt(whole + kept) + 1n).toString().padStart(3, '0') : whole + kept;
  const units = cents.slice(0, -2);
  if (units.length > MAX_WHOLE_DIGITS) return null;
  const amount = `${units}.${cents.slice(-2)}`;
  return negative && amount !== '0.00' ? `-${amount}` : amount;
}
