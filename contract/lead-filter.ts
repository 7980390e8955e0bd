import { z } from 'zod';
import {
  AMOUNT_RANGE,
  CHECK_STATES,
  DUE_STATES,
  FILTER_TEXT_MAX,
  isOwnerList,
  WHERE_MAX,
} from './filter-values.ts';
import { byKey, FILTERED_FIELDS } from './lead-fields.ts';
import { givenDay } from './shapes.ts';

/** Maps empty and `all`, which disable a filter, to undefined. */
const off = (value: unknown): unknown => (value === '' || value === 'all' ? undefined : value);
const text = z.preprocess(off, z.string().trim().max(FILTER_TEXT_MAX).optional());
const choice = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.preprocess(off, z.enum(values).optional());
const date = z.preprocess(off, givenDay.optional());

/**
 * Filters that a lead must all match. `search` matches a substring of names, email, customer number or the
 * phone's digits. Texts ignore case and accents.
 */
export const leadFilter = z.strictObject({
  search: text,
  /** Whole text, such as country and brand. */
  ...byKey(FILTERED_FIELDS, () => text),
  /** Comma-separated ids of users, `me` (the signed-in user) and `none`; matches any. */
  owner: z.preprocess(
    off,
    z
      .string()
      .max(FILTER_TEXT_MAX)
      .refine(isOwnerList, 'Use IDs of users, me or none, separated by commas')
      .optional(),
  ),
  /** Next step; `today` includes overdue ones. Days are UTC. */
  due: choice(...DUE_STATES),
  hlrStatus: choice(...CHECK_STATES),
  whatsappHlr: choice(...CHECK_STATES),
  isSold: choice('true', 'false'),
  /** On a suppression list. */
  suppressed: choice('true', 'false'),
  /** Inclusive, `yyyy-mm-dd`. */
  depositDateFrom: date,
  depositDateTo: date,
  depositAmount: z.preprocess(
    off,
    z.string().regex(AMOUNT_RANGE, 'Enter an amount like 100, or a range like 100-500').optional(),
  ),
  /** Comma-separated; matches any. */
  tags: text,
  phoneValid: choice('valid', 'invalid'),
  hasEmail: choice('true', 'false'),
  /** JSON `{"<custom field>": "<value>"}`; whole text, exact number or date, `true` or `false`. */
  custom: text,
  where: z.preprocess(off, z.string().max(WHERE_MAX).optional()),
  /** Sold to this customer number. */
  customer: text,
  /** Created or updated by this import. */
  import: z.preprocess(off, z.uuid().optional()),
  /** Searches the trash instead. */
  bin: choice('true'),
});

export type LeadFilter = z.output<typeof leadFilter>;
export const LEAD_FILTER_KEYS = Object.keys(leadFilter.shape) as (keyof LeadFilter)[];
