import { createHash } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { canonicalCountry } from '../../countries/canonical-country.ts';
import { ISO_CODES } from '../../countries/iso-codes.ts';
import { prefixRegion } from '../../phones/fix-phone.ts';
import { readPhone } from '../../phones/read-phone.ts';

/** Country and time zone of a value. */
export interface FormatContext {
  /** Country of the lead, in which a phone without a calling code is read. */
  country: string | null;
  /** IANA zone of the order, for times. */
  timeZone: string;
}

type ValueFormatter = (text: string, context: FormatContext) => string | null | undefined;

const ALPHA3 = new Map(ISO_CODES.map(({ alpha2, alpha3 }) => [alpha2, alpha3]));
const TIME = /^\d{4}-\d\d-\d\d(?:T|$)/;
const DAY_CHARACTERS = 10;
const DATE_PARTS = /YYYY|YY|MM|DD|HH|mm|ss/g;

const hash = (name: string) => (text: string) => createHash(name).update(text).digest('hex');

const FORMATTERS: Readonly<Record<string, ValueFormatter>> = {
  digits: (text) => text.replace(/\D/g, ''),
  national: (text, { country }) => {
    const number = e164Of(text, country);
    return number && parsePhoneNumberFromString(number)?.formatNational().replace(/\D/g, '');
  },
  e164: (text, { country }) => e164Of(text, country),
  iso2: (text) => canonicalCountry(text).iso,
  iso3: (text) => ALPHA3.get(canonicalCountry(text).iso ?? ''),
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  md5: hash('md5'),
  sha256: hash('sha256'),
};

/** Writes a value in a format of `VALUE_FORMATS`, or `date:` and a pattern. A value that doesn't fit the format stays as it is. */
export function formatValue(text: string, format: string, context: FormatContext): string {
  const formatted = format.startsWith('date:')
    ? formatTime(text, format.slice('date:'.length), context.timeZone)
    : FORMATTERS[format]?.(text, context);
  return formatted ?? text;
}

function e164Of(text: string, country: string | null): string | null {
  const { phone, valid } = readPhone(text, prefixRegion(country));
  return valid ? phone : null;
}

/** A day has no time zone; its time is midnight. */
function formatTime(text: string, pattern: string, timeZone: string): string | null {
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(time.getTime())) return null;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: text.length === DAY_CHARACTERS ? 'UTC' : timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  } as Intl.DateTimeFormatOptions);
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const year = (parts.get('year') ?? '').padStart(4, '0');
  const written: Record<string, string | undefined> = {
    ...{ YYYY: year, YY: year.slice(-2), MM: parts.get('month'), DD: parts.get('day') },
    ...{ HH: parts.get('hour'), mm: parts.get('minute'), ss: parts.get('second') },
  };
  return pattern.replace(DATE_PARTS, (part) => written[part] ?? part);
}
