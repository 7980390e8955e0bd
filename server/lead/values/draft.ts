import type { StoredKey } from '../fields.ts';
import type { GivenConsent } from './consent-state.ts';

/**
 * Values of one lead after mapping; none for a missing key. E-mails are lower-cased, phones in E.164 when `numberValid` and as typed
 * otherwise, amounts plain decimals with two places, dates `yyyy-mm-dd`.
 */
export interface LeadDraft
  extends Partial<Record<Exclude<StoredKey, 'numberValid' | 'tags' | 'customData'>, string | undefined>> {
  numberValid: boolean;
  /** As it stands in a row that updates a lead. */
  typedPhone?: TypedPhone | undefined;
  tags?: string[] | undefined;
  customData?: Record<string, string | number | boolean> | undefined;
  note?: string | undefined;
  givenConsent?: GivenConsent | undefined;
}

export interface TypedPhone {
  text: string;
  /** Source column. */
  column: string;
  /** The lead's country decides what number it is. */
  isNational: boolean;
}

/** With a cell or, if `field` is null, the row. */
export interface Problem {
  severity: 'error' | 'warning';
  /** Stable code such as `invalid_email`. */
  code: string;
  /** Lead field key, `custom:<name>`, or null. */
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

/** By users before the import. A dropped row isn't imported. */
export interface RowEdit {
  dropped: boolean;
  cells: readonly EditedCell[];
  /** Cells as they were stored, and with those blank that users emptied since. */
  emptied?: { before: readonly string[]; after: readonly string[] };
}

/** The import skips a row with a problem of severity `error`. */
export interface MappedRow {
  number: number;
  draft: LeadDraft;
  problems: Problem[];
  /** Maps the row as one that creates a lead, if it may update one or create one. */
  asNew?: () => MappedRow;
  edit?: RowEdit;
  /** A lead that still has these values loses them. */
  emptied?: Partial<LeadDraft>;
  /** With edits, where the row is listed with them. */
  cells?: readonly string[];
}
