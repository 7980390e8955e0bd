import type { StoredKey } from '../fields.ts';

/**
 * Values of one lead after mapping; a key that is missing or undefined has no value in the row. E-mails are trimmed and
 * lower-cased, phones in E.164 when `numberValid` and as typed otherwise, amounts plain decimals with two places, dates
 * `yyyy-mm-dd`.
 */
export interface LeadDraft
  extends Partial<Record<Exclude<StoredKey, 'numberValid' | 'tags' | 'customData'>, string | undefined>> {
  numberValid: boolean;
  /** Phone of a row that updates a lead, as it stands in the row. */
  typedPhone?: TypedPhone | undefined;
  tags?: string[] | undefined;
  customData?: Record<string, string | number | boolean> | undefined;
  /** Text of the note that the import adds to the lead. */
  note?: string | undefined;
}

/** Phone as it stands in a row that updates a lead. */
export interface TypedPhone {
  text: string;
  /** Source column. */
  column: string;
  /** Whether the country of the lead decides what number it is: the row has none, and the phone no + or 00. */
  isNational: boolean;
}

/** Problem with one cell or, if `field` is null, with the row. */
export interface Problem {
  severity: 'error' | 'warning';
  /** Stable code such as `invalid_email`. */
  code: string;
  /** Lead field key, `custom:<name>`, or null for the row as a whole. */
  field: string | null;
  /** Source column of the value, or null. */
  column: string | null;
  /** The original value. */
  value: string;
  message: string;
}

/** Cell that a user edited before the import. */
export interface EditedCell {
  column: string;
  /** Value in the file. */
  original: string;
  value: string;
}

/** Changes that users made to a row before the import. A dropped row isn't imported. */
export interface RowEdit {
  dropped: boolean;
  cells: readonly EditedCell[];
  /** Cells of the row as it was stored, and the same with those blank that users emptied since. */
  emptied?: { before: readonly string[]; after: readonly string[] };
}

/** Result of mapping a row. The import skips a row with any problem of severity `error`. */
export interface MappedRow {
  number: number;
  draft: LeadDraft;
  problems: Problem[];
  /** Maps the row as one that creates a lead; present only if the row may update a lead or create one. */
  asNew?: () => MappedRow;
  edit?: RowEdit;
  /** Values that users emptied since the row was stored; a lead that still has them loses them. */
  emptied?: Partial<LeadDraft>;
  /** Cells of the row with its edits, where the row is listed with them. */
  cells?: readonly string[];
}
