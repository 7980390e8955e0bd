import { z } from 'zod';
import { customFieldName, LEAD_FIELDS, type LeadFieldKey } from './lead-fields.ts';
import { unlessEmpty } from './shapes.ts';

/** A field that the lead list can be sorted by, except for custom fields. */
export type LeadSortKey = LeadFieldKey | 'updatedAt';

/** Fields that the lead list can be sorted by. Custom fields, as `custom:<name>`, come on top. */
export const LEAD_SORT_KEYS: readonly LeadSortKey[] = [...LEAD_FIELDS.map(({ key }) => key), 'updatedAt'];

/** Returns whether a text names a field of all organizations that leads are sorted by. */
export function isLeadSortKey(sort: string): sort is LeadSortKey {
  return (LEAD_SORT_KEYS as readonly string[]).includes(sort);
}

/**
 * Order of the lead list, in query strings. Without `sort`, leads are listed newest first. Texts are compared regardless of
 * case and accents, numbers and dates by value, tags by the first one. Leads without a value come last in both orders, and leads
 * with the same value newest first.
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
