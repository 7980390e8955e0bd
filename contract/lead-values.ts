import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FILTERED_FIELDS, type FilteredField } from './lead-fields.ts';
import { FILTER_VALUES_PATH } from './live-paths.ts';

export const FIELD_VALUES_MAX = 100;

/** Most frequent among the newest leads first. */
export const leadFieldValues = endpoint({
  method: 'GET',
  path: '/api/leads/field-values',
  access: 'user',
  input: {
    /** Field key, or `custom:<name>`. */
    query: z.strictObject({ field: z.string().min(1).max(200) }),
  },
  reply: z.array(z.string()),
  errors: ['invalid_input'],
});

export const leadCountries = endpoint({
  method: 'GET',
  path: '/api/leads/countries',
  access: 'user',
  reply: z.array(z.string()),
});

const names = z.array(z.string());
const numbers = z.array(z.number().int());
const ofEach = <T>(list: T) =>
  Object.fromEntries(FILTERED_FIELDS.map(({ filter }) => [filter, list])) as Record<
    FilteredField['filter'],
    T
  >;

/** Most frequent first, at most 500 of each. */
export const leadFilterValues = endpoint({
  method: 'GET',
  path: FILTER_VALUES_PATH,
  access: 'user',
  reply: z.object({
    ...ofEach(names),
    tags: names,
    /** Leads that have each value, in the same order. */
    counts: z.object({ ...ofEach(numbers), tags: numbers }),
  }),
});
