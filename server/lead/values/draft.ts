/** Values of one lead after mapping. A missing or undefined key has no value in the row. */
export interface LeadDraft {
  id?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Trimmed and lower-cased. */
  email?: string | undefined;
  /** E.164 when `numberValid`, as typed otherwise. */
  phone?: string | undefined;
  numberValid: boolean;
  carrier?: string | undefined;
  country?: string | undefined;
  city?: string | undefined;
  address?: string | undefined;
  postcode?: string | undefined;
  ip?: string | undefined;
  brand?: string | undefined;
  currency?: string | undefined;
  /** Plain decimal with two places, such as `1234.50`. */
  depositAmount?: string | undefined;
  /** `yyyy-mm-dd`. */
  depositDate?: string | undefined;
  source?: string | undefined;
  card?: string | undefined;
  affiliate?: string | undefined;
  landingPage?: string | undefined;
  agent?: string | undefined;
  depositer?: string | undefined;
  brandAgent?: string | undefined;
  hlr?: string | undefined;
  whatsapp?: string | undefined;
  status?: string | undefined;
  customerNumber?: string | undefined;
  tags?: string[] | undefined;
  customData?: Record<string, string | number | boolean> | undefined;
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

/** Result of mapping a row. The import skips a row with any problem of severity `error`. */
export interface MappedRow {
  number: number;
  draft: LeadDraft;
  problems: Problem[];
}
