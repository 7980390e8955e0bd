import {
  AMOUNT_RANGE,
  CHECK_STATES,
  DUE_STATES,
  FILTER_TEXT_MAX,
  isOwnerList,
  WHERE_MAX,
} from '#contract/filter-values.ts';
import { byKey, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { dayIn, oneOf, textUpTo, uuidIn } from '../../lib/read-search.ts';

type ReadParam = (value: unknown) => string | undefined;

function text(value: unknown): string | undefined {
  const given = textUpTo(typeof value === 'string' ? value.trim() : value, FILTER_TEXT_MAX);
  return given === 'all' ? undefined : given;
}

function choice(...options: readonly string[]): ReadParam {
  return (value) => oneOf(value, options);
}

/** Validates filters in the URL like the contract's schema, but without loading zod with the lead list. */
const READERS = {
  search: text,
  ...byKey(FILTERED_FIELDS, () => text),
  owner: (value) => (typeof value === 'string' && isOwnerList(value) ? value : undefined),
  due: choice(...DUE_STATES),
  hlrStatus: choice(...CHECK_STATES),
  whatsappHlr: choice(...CHECK_STATES),
  isSold: choice('true', 'false'),
  suppressed: choice('true', 'false'),
  depositDateFrom: dayIn,
  depositDateTo: dayIn,
  depositAmount: (value) => (AMOUNT_RANGE.test(String(value)) ? String(value) : undefined),
  tags: text,
  phoneValid: choice('valid', 'invalid'),
  hasEmail: choice('true', 'false'),
  custom: text,
  where: (value) => (value === 'all' ? undefined : textUpTo(value, WHERE_MAX)),
  customer: text,
  import: uuidIn,
  bin: choice('true'),
} satisfies Record<keyof LeadFilter, ReadParam>;

export const FILTER_PARAMS = Object.keys(READERS) as (keyof LeadFilter)[];

/** Parses the URL's filters; malformed values become undefined. */
export function readFilterParams(raw: Record<string, unknown>): LeadFilter {
  return Object.fromEntries(FILTER_PARAMS.map((key) => [key, READERS[key](raw[key])])) as LeadFilter;
}
