import { z } from 'zod';
import { customFieldName, LEAD_FIELDS, type LeadFieldKey } from './lead-fields.ts';
import { unlessEmpty } from './shapes.ts';

/** Users have no order among leads. */
export type LeadSortKey = Exclude<LeadFieldKey, 'ownerId'> | 'updatedAt';

/** `custom:<name>` can be sorted by, too. */
export const LEAD_SORT_KEYS: readonly LeadSortKey[] = [
  ...LEAD_FIELDS.flatMap(({ key }) => (key === 'ownerId' ? [] : key)),
  'updatedAt',
];

export function isLeadSortKey(sort: string): sort is LeadSortKey {
  return (LEAD_SORT_KEYS as readonly string[]).includes(sort);
}

/**
 * By default newest first. Texts ignore case and accents; tags sort by their first tag. Empty values come last
 * in both orders, ties newest first.
 */
export const leadSort = {
  /** A field of `LEAD_SORT_KEYS`, or `custom:<name>`. */
  sort: unlessEmpty(
    z
      .string()
      .max(500)
      .refine((sort) => isLeadSortKey(sort) || customFieldName(sort) !== null, {
        error: ({ input }) => `Leads can't be sorted by ${String(input).slice(0, 100)}`,
      })
      .optional(),
  ),
  /** Default: `asc`. */
  order: unlessEmpty(z.enum(['asc', 'desc']).optional()),
};

export interface LeadSort {
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}
