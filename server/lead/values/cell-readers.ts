import type { FieldKind } from '#contract/field-spec.ts';
import { type CustomFieldType, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { ColumnStyle } from './column-types.ts';
import { readAmount, withoutCurrency } from './normalise-amount.ts';
import { readDate } from './normalise-date.ts';
import { readNumber } from './normalise-number.ts';
import { readBoolean, readIp, readStatus, readText, trimmed } from './normalise-text.ts';
import { FAULTS, type Fault } from './problems.ts';

/** Reads the text of a cell that is not blank: the value, or the fault that leaves the field empty. */
export type CellReader<T> = (text: string) => { value: T } | { fault: Fault };

// Below PostgreSQL's bound for an index entry (2,704 bytes), whichever lead field gets an index.
const TEXT_BYTES = 2_000;
/** Lead fields whose values are counted by value: a value has to fit into an index entry. */
const COUNTED_FIELDS: ReadonlySet<string> = new Set(FILTERED_FIELDS.map(({ key }) => key));
const COUNTED_BYTES = 600;
/** Bytes of UTF-8 that a character of a string takes at most. */
const BYTES_PER_UNIT = 3;
const CUSTOM_TEXT_LENGTH = 10_000;

function orFault<T>(value: T | null, fault: Fault): { value: T } | { fault: Fault } {
  return value === null ? { fault } : { value };
}

/**
 * Is `text` within the 2,000 bytes of UTF-8 that a lead field takes? Country, brand, source and status take 600.
 * @param field by its name in the entity
 */
export function fitsField(text: string, field = ''): boolean {
  // Within either bound, whatever its characters are.
  if (text.length * BYTES_PER_UNIT <= COUNTED_BYTES) return true;
  const most = COUNTED_FIELDS.has(field) ? COUNTED_BYTES : TEXT_BYTES;
  return text.length <= most && Buffer.byteLength(text) <= most;
}

/** The cell, trimmed. The guards of exports were taken off where the row was read. */
export function cellText(cell: string | undefined): string {
  return cell === undefined ? '' : trimmed(cell);
}

/** The reader of a lead field whose value is one text: every kind but e-mail, phone, country, tags and id. */
export function leadReader(kind: FieldKind, style: ColumnStyle, field: string): CellReader<string> {
  switch (kind) {
    case 'amount':
      return (text) => orFault(readAmount(text, style.decimal), FAULTS.invalidAmount);
    case 'date':
      return (text) => orFault(readDate(text, style.dateOrder), FAULTS.invalidDate);
    case 'ip':
      return (text) => orFault(readIp(text), FAULTS.invalidIp);
    case 'status':
      return (text) => (fitsField(text, field) ? { value: readStatus(text) } : { fault: FAULTS.tooLong });
    default:
      return (text) => (fitsField(text, field) ? { value: readText(text) } : { fault: FAULTS.tooLong });
  }
}

/** The reader of a custom field. Numbers may carry a currency; a date becomes `yyyy-mm-dd`. */
export function customReader(
  type: CustomFieldType,
  style: ColumnStyle,
): CellReader<string | number | boolean> {
  switch (type) {
    case 'number':
      return (text) => orFault(customNumber(text, style), FAULTS.invalidNumber);
    case 'date':
      return (text) => orFault(readDate(text, style.dateOrder), FAULTS.invalidDate);
    case 'boolean':
      return (text) => orFault(readBoolean(text), FAULTS.invalidBoolean);
    case 'text':
      return (text) =>
        text.length <= CUSTOM_TEXT_LENGTH ? { value: readText(text) } : { fault: FAULTS.tooLong };
  }
}

function customNumber(text: string, style: ColumnStyle): number | null {
  const number = withoutCurrency(text);
  return number === null ? null : readNumber(number, style.decimal);
}
