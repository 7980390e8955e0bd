import type { CellReader } from './cell-readers.ts';
import { leadReader } from './cell-readers.ts';
import { type ColumnStyle, DEFAULT_STYLE } from './column-types.ts';
import { FAULTS } from './problems.ts';
import { pastTime } from './read-consent.ts';
import { importReader } from './spreadsheet-readers.ts';

/** The time and zone at the end of a date; without a zone it is UTC. */
const TIME =
  /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(?:([ap])\.?m\.?)?\s*[A-Z]{0,4}\s*(?:([+-])(\d{2}):?(\d{2})?)?$/i;
/** Seconds or milliseconds since 1970. */
const UNIX_TIME = /^\d{10}(?:\d{3})?$/;
const SERIAL = /^\d{5}[.,](\d+)$/;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Returns a reader of a date, with or without a time, as ISO 8601 in UTC; a day alone is its beginning. */
export function timeReader(style: ColumnStyle = DEFAULT_STYLE, date1904 = false): CellReader<string> {
  const readDay = importReader('date', leadReader('date', style, 'consentAt'), date1904, style);
  return (text) => {
    const given = text.trim();
    if (UNIX_TIME.test(given)) return past(Number(given.slice(0, 10)) * 1_000);
    const day = readDay(given);
    if ('fault' in day) return { fault: day.fault };
    return past(Date.parse(`${day.value}T00:00:00Z`) + timeOfDay(given));
  };
}

function past(time: number): ReturnType<CellReader<string>> {
  const value = pastTime(time);
  return value === null ? { fault: FAULTS.futureConsent } : { value };
}

/** Milliseconds since the day began, 0 without a time. */
function timeOfDay(text: string): number {
  const serial = SERIAL.exec(text);
  if (serial) return Math.round(Number(`0.${serial[1]}`) * DAY_MS);
  const [, hour, minute, second = '0', half, sign, zoneHours, zoneMinutes = '0'] = TIME.exec(text) ?? [];
  if (hour === undefined) return 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const zone =
    sign === undefined ? 0 : (60 * Number(zoneHours) + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  return (hours * 60 + Number(minute) - zone) * MINUTE_MS + Number(second) * 1_000;
}
