import { z } from 'zod';
import { byKey, FILTERED_FIELDS } from './lead-fields.ts';

/** A filter that is off: absent, empty or `all`. */
const off = (value: unknown): unknown => (value === '' || value === 'all' ? undefined : value);
const text = z.preprocess(off, z.string().trim().max(500).optional());
const choice = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.preprocess(off, z.enum(values).optional());
const date = z.preprocess(off, z.iso.date().optional());

/**
 * How leads are narrowed, in a query string and in the body of a bulk call alike. All that are set must hold.
 * `search` is a substring, in any case, of first, last and full name, e-mail, and the phone's digits.
 */
export const leadFilter = z.strictObject({
  search: text,
  /** Values such as country, source, brand and status are exact, in any case. */
  ...byKey(FILTERED_FIELDS, () => text),
  hlrStatus: choice('qualified', 'unqualified', 'unchecked'),
  whatsappHlr: choice('qualified', 'unqualified', 'unchecked'),
  isSold: choice('true', 'false'),
  /** Inclusive, `yyyy-mm-dd`. */
  depositDateFrom: date,
  depositDateTo: date,
  /** `100` is at least, `100-500` a range, inclusive. */
  depositAmount: z.preprocess(
    off,
    z
      .string()
      .regex(/^\d{1,12}(\.\d{1,2})?(-\d{1,12}(\.\d{1,2})?)?$/, 'An amount is like 100, or 100-500')
      .optional(),
  ),
  /** Separated by commas; any of them, in any case. */
  tags: text,
  phoneValid: choice('valid', 'invalid'),
  hasEmail: choice('true', 'false'),
  /** JSON: `{"<custom field>": "<value>"}`; text in any case, number and date exact, boolean `true` or `false`. */
  custom: text,
  /** The bin instead of the leads outside it. */
  bin: choice('true'),
});

export type LeadFilter = z.output<typeof leadFilter>;
/** Names of the filters, as they stand in a query string. */
export const LEAD_FILTER_KEYS = Object.keys(leadFilter.shape) as (keyof LeadFilter)[];
