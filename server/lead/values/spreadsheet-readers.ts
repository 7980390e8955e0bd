import type { FieldKind } from '#contract/field-spec.ts';
import type { CustomFieldType } from '#contract/lead-fields.ts';
import type { CellReader } from './cell-readers.ts';
import { type ColumnStyle, DEFAULT_STYLE, isUnsureDate } from './column-types.ts';
import { isDateLike } from './date-like.ts';
import { FAULTS, type Fault } from './problems.ts';
import { readScientific, scientificText } from './scientific-number.ts';

/**
 * Reads a cell of a file: returns the value, possibly with a warning, or the fault that leaves the field
 * empty.
 */
export type ImportReader<T> = (text: string) => { value: T; warning?: Fault } | { fault: Fault };

/** Days between the first days of Excel's 1900 and 1904 date systems (ECMA-376, date1904). */
const DAYS_1904 = 1_462;
const SERIAL = /^\d{5}(?:[.,]\d+)?$/;

/**
 * Wraps a field's reader for cells that a spreadsheet may have damaged. Values that `read` accepts stay
 * unchanged, except text in scientific notation, which no user means. `date1904` means that serials count
 * from 1904. A date whose order `style` leaves open has a warning.
 */
export function importReader<T>(
  kind: FieldKind | CustomFieldType,
  read: CellReader<T>,
  date1904: boolean,
  style: ColumnStyle = DEFAULT_STYLE,
): ImportReader<T> {
  switch (kind) {
    case 'text':
    case 'status':
      return textReader(read);
    case 'amount':
      return explained(read, (text) => numberFault(text, FAULTS.excelAmountDate));
    case 'number':
      return explained(read, (text) => numberFault(text, FAULTS.excelNumberDate));
    case 'date':
      return unsure(explained(date1904 ? (text) => read(serialFrom1900(text)) : read, roundedFault), style);
    case 'ip':
      return explained(read, roundedFault);
    default:
      return read;
  }
}

/** Reads text. Rule: a number with all its digits is written in full; any other stays and gets a warning. */
function textReader<T>(read: CellReader<T>): ImportReader<T> {
  return (text) => {
    const number = scientificText(text);
    if (number === null) return read(text);
    if (number.kind === 'exact') return read(number.digits);
    const isCut = number.kind === 'cut';
    const reading = read(isCut ? number.digits : text);
    if ('fault' in reading) return reading;
    return { ...reading, warning: isCut ? FAULTS.excelPrecision : FAULTS.excelScientific };
  };
}

/** Warns of a date whose order stays open. */
function unsure<T>(read: CellReader<T>, style: ColumnStyle): ImportReader<T> {
  if (style.rivals === undefined) return read;
  return (text) => {
    const reading = read(text);
    return 'value' in reading && isUnsureDate(text, style)
      ? { ...reading, warning: FAULTS.unsureDate }
      : reading;
  };
}

/** Replaces a reading fault by the spreadsheet damage that caused it, if `faultOf` recognises any. */
function explained<T>(read: CellReader<T>, faultOf: (text: string) => Fault | null): CellReader<T> {
  return (text) => {
    const reading = read(text);
    return 'fault' in reading ? { fault: faultOf(text) ?? reading.fault } : reading;
  };
}

/**
 * Returns the fault of a number that a spreadsheet damaged. Rule: a date may stand for 1.5, 5.1 or 1-5, and
 * 1.5E+05 for any number close to it, so neither can be repaired.
 */
function numberFault(text: string, dateFault: Fault): Fault | null {
  return isDateLike(text) ? dateFault : roundedFault(text);
}

function roundedFault(text: string): Fault | null {
  const number = readScientific(text.startsWith('-') ? text.slice(1) : text);
  if (number === null) return null;
  return number.kind === 'cut' ? FAULTS.excelDigits : FAULTS.excelRounded;
}

function serialFrom1900(text: string): string {
  return SERIAL.test(text) ? String(Number(text.replace(',', '.')) + DAYS_1904) : text;
}
