import type { FieldKind } from '#contract/field-spec.ts';
import { type CustomFieldSpec, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { ColumnStyle } from './column-types.ts';
import { foldText } from './fold-text.ts';
import { readAmount, withoutCurrency } from './normalise-amount.ts';
import { readDate } from './normalise-date.ts';
import { readNumber } from './normalise-number.ts';
import { readBoolean, readIp, readPostcode, readStatus, readText, trimmed } from './normalise-text.ts';
import { FAULTS, type Fault } from './problems.ts';
import { withoutNothing } from './words-for-nothing.ts';

/** Reads a non-blank cell: a value, or the fault that leaves the field empty. */
export type CellReader<T> = (text: string) => { value: T } | { fault: Fault };

// PostgreSQL's limit of an index entry is 2,704.
const TEXT_BYTES = 2_000;
/** Values that are counted have to fit into an index entry. */
const COUNTED_FIELDS: ReadonlySet<string> = new Set(FILTERED_FIELDS.map(({ key }) => key));
const COUNTED_BYTES = 600;
/** Maximum UTF-8 bytes of a UTF-16 code unit. */
const BYTES_PER_UNIT = 3;
const CUSTOM_TEXT_LENGTH = 10_000;
const EQUALS = 61;
const GUARD_FORMULA = /^="((?:[^"]|"")*)"$/;

function orFault<T>(value: T | null, fault: Fault): { value: T } | { fault: Fault } {
  return value === null ? { fault } : { value };
}

/**
 * Whether `text` fits the 2,000 bytes of UTF-8 of a lead field, 600 for country, brand, source and status.
 * @param field key of the lead field
 */
export function fitsField(text: string, field = ''): boolean {
  // Short enough for both limits, whatever its characters.
  if (text.length * BYTES_PER_UNIT <= COUNTED_BYTES) return true;
  const most = COUNTED_FIELDS.has(field) ? COUNTED_BYTES : TEXT_BYTES;
  return text.length <= most && Buffer.byteLength(text) <= most;
}

/** The trimmed cell without `="…"`, which keeps a spreadsheet from reading 00501 as a number. Export guards are gone already. */
export function cellText(cell: string | undefined): string {
  const text = cell === undefined ? '' : trimmed(cell);
  const [, guarded] = text.charCodeAt(0) === EQUALS ? (GUARD_FORMULA.exec(text) ?? []) : [];
  return guarded === undefined ? text : cellText(guarded.replaceAll('""', '"'));
}

/** The cell's text, '' for a word for nothing. */
export function cellValue(cell: string | undefined, field?: string): string {
  return withoutNothing(cellText(cell), field);
}

/** A cell is no word for nothing any more, unless reading changes it. */
function readCellText(text: string, field?: string): string {
  const value = readText(text);
  return value === text ? text : withoutNothing(value, field);
}

/** Reader of a field stored as one text: all kinds but email, phone, country, tags and id. */
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
    default: {
      const read = field === 'postcode' ? readPostcode : (text: string) => readCellText(text, field);
      return (text) => (fitsField(text, field) ? { value: read(text) } : { fault: FAULTS.tooLong });
    }
  }
}

/** Numbers may have a currency; dates become `yyyy-mm-dd`; choices ignore case and take the option's spelling. */
export function customReader(
  { type, options = [] }: Pick<CustomFieldSpec, 'type' | 'options'>,
  style: ColumnStyle,
): CellReader<string | number | boolean> {
  switch (type) {
    case 'choice': {
      const spelled = new Map(options.map((option) => [foldText(option), option]));
      return (text) => orFault(spelled.get(foldText(readCellText(text))) ?? null, FAULTS.unknownChoice);
    }
    case 'number':
      return (text) => orFault(customNumber(text, style), FAULTS.invalidNumber);
    case 'date':
      return (text) => orFault(readDate(text, style.dateOrder), FAULTS.invalidDate);
    case 'boolean':
      return (text) => orFault(booleanOfWord(text), FAULTS.invalidBoolean);
    case 'text':
      return (text) =>
        text.length <= CUSTOM_TEXT_LENGTH ? { value: readCellText(text) } : { fault: FAULTS.tooLong };
  }
}

function customNumber(text: string, style: ColumnStyle): number | null {
  const number = withoutCurrency(text);
  return number === null ? null : readNumber(number, style.decimal);
}

/** In ten languages, in addition to those of `readBoolean`. */
const YES =
  'ja; j; wahr; oui; o; vrai; sí; si; s; verdadero; sì; vero; sim; verdadeiro; waar; tak; t; prawda; да; д; истина; evet; e; doğru; x; ✓; ✔; checked';
const NO =
  'nein; falsch; non; faux; falso; não; nao; nee; onwaar; nie; fałsz; нет; н; ложь; hayır; h; yanlış; ✗; ✘; unchecked';

const WORDS = new Map([
  ...YES.split('; ').map((word) => [foldText(word), true] as const),
  ...NO.split('; ').map((word) => [foldText(word), false] as const),
]);

export function booleanOfWord(text: string): boolean | null {
  return readBoolean(text) ?? WORDS.get(foldText(text.trim())) ?? null;
}
