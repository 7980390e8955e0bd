import { maskedText } from './digit-mask.ts';
import type { NumberFormat } from './number-format.ts';

const DAY_SECONDS = 86_400;
/** Excel's number precision. */
const KEPT_DIGITS = 15;
/** Maximum digits of a double's shortest form. */
const DOUBLE_DIGITS = 17;
/** 9999-12-31 in the 1900 system. */
const LAST_DAY = 2_958_465;
/** Days between the 1900 and 1904 systems. */
const DAYS_1904 = 1_462;
/** For days from 61 on, because the system has 29 February 1900. */
const EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/**
 * Returns `yyyy-mm-dd[ hh:mm:ss]`, `hh:mm:ss`, a code as Excel shows it or a `decimalText`. `date1904`: days
 * count from 1904.
 */
export function numberText(value: number, format: NumberFormat, date1904: boolean): string {
  if (format === 'date') return dateText(value, date1904) ?? decimalText(value);
  if (format === 'elapsed') return elapsedText(value) ?? decimalText(value);
  const text = decimalText(value);
  if (format === 'plain' || !/^\d+$/.test(text)) return text;
  return 'mask' in format ? (maskedText(text, format.mask) ?? text) : text.padStart(format.digits, '0');
}

/** Keeps 15 significant digits, like Excel. An exponent shows that digits before the point are lost. */
export function decimalText(value: number): string {
  if (Number.isSafeInteger(value) && Math.abs(value) < 1e15) return String(value === 0 ? 0 : value);
  if (!Number.isFinite(value)) return '';
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential(14).split('e');
  const sign = value < 0 ? '-' : '';
  if (Number(power) >= KEPT_DIGITS) return `${sign}${mantissa}E${power}`;
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  const point = Number(power) + 1;
  if (digits === '') return '0';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Writes a whole number in full, unless zeros after Excel's or a double's digits show that digits are lost. */
export function wholeText(written: string): string {
  if (written.length <= KEPT_DIGITS) return written;
  let counting = written.length;
  while (written.charCodeAt(counting - 1) === 48) counting -= 1;
  if (counting > (written.length > DOUBLE_DIGITS ? DOUBLE_DIGITS : KEPT_DIGITS)) return written;
  const behind = written.slice(1, Math.max(counting, KEPT_DIGITS));
  return `${written.charAt(0)}.${behind}E+${written.length - 1}`;
}

function dateText(value: number, date1904: boolean): string | null {
  const seconds = Math.round(value * DAY_SECONDS);
  const time = seconds % DAY_SECONDS;
  const day = Math.floor(seconds / DAY_SECONDS) + (date1904 ? DAYS_1904 : 0);
  if (seconds < 0 || day > LAST_DAY) return null;
  if (seconds < DAY_SECONDS && time > 0) return clock(time);
  if (day === 0) return null;
  return time === 0 ? dayText(day) : `${dayText(day)} ${clock(time)}`;
}

/** Day 60 is 29 February 1900, as in Excel. */
function dayText(day: number): string {
  if (day === 60) return '1900-02-29';
  const date = new Date(EPOCH + (day < 60 ? day + 1 : day) * DAY_MS);
  return date.toISOString().slice(0, 10);
}

function elapsedText(value: number): string | null {
  return value < 0 || value > LAST_DAY ? null : clock(Math.round(value * DAY_SECONDS));
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Drops midnight and the time zone. */
export function isoDateText(written: string): string {
  const [, day = written, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/.exec(written) ?? [];
  if (time === undefined || /^00:00(?::00)?$/.test(time)) return day;
  return `${day} ${time.padEnd(8, ':00')}`;
}
