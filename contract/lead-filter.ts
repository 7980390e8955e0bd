import { z } from 'zod';
import { byKey, FILTERED_FIELDS } from './lead-fields.ts';
import { givenDay } from './shapes.ts';

/** Turns the values that disable a filter, empty and `all`, into undefined. */
const off = (value: unknown): unknown => (value === '' || value === 'all' ? undefined : value);
const text = z.preprocess(off, z.string().trim().max(500).optional());
const choice = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.preprocess(off, z.enum(values).optional());
/** Maximum length of `where` in characters; it has to fit into a URL. */
const WHERE_MAX = 2_000;
const date = z.preprocess(off, givenDay.optional());

/**
 * Filters of leads, in query strings and in bodies of bulk calls. A lead must match all that are set. `search` matches a
 * substring of the first, last or full name, the email, the customer number, or the phone's digits. Texts match regardless of
 * case and accents.
 */
export const leadFilter = z.strictObject({
  search: text,
  /** Filters by value, such as country and brand: the whole text. */
  ...byKey(FILTERED_FIELDS, () => text),
  hlrStatus: choice('qualified', 'unqualified', 'unchecked'),
  whatsappHlr: choice('qualified', 'unqualified', 'unchecked'),
  isSold: choice('true', 'false'),
  /** Inclusive, `yyyy-mm-dd`. */
  depositDateFrom: date,
  depositDateTo: date,
  /** `100` is a minimum, `100-500` an inclusive range. */
  depositAmount: z.preprocess(
    off,
    z
      .string()
      .regex(
        /^\d{1,12}(\.\d{1,2})?(-\d{1,12}(\.\d{1,2})?)?$/,
        'Enter an amount like 100, or a range like 100-500',
      )
      .optional(),
  ),
  /** Tags separated by commas; matches any of them. */
  tags: text,
  phoneValid: choice('valid', 'invalid'),
  hasEmail: choice('true', 'false'),
  /** JSON: `{"<custom field>": "<value>"}`; the whole text, number and date exact, boolean `true` or `false`. */
  custom: text,
  /** Further conditions as JSON (`lead-conditions.ts`): `[["city","contains","ber"],["createdAt","lastDays","7"]]`. */
  where: z.preprocess(off, z.string().max(WHERE_MAX).optional()),
  /** Leads that are sold to the customer with this number. */
  customer: text,
  /** Leads that the import with this id created or updated. */
  import: z.preprocess(off, z.uuid().optional()),
  /** Finds leads in the trash instead of those outside it. */
  bin: choice('true'),
});

export type LeadFilter = z.output<typeof leadFilter>;
/** Names of the filters in query strings. */
export const LEAD_FILTER_KEYS = Object.keys(leadFilter.shape) as (keyof LeadFilter)[];
