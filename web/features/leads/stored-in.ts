import { customFieldName } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';

/** Returns a lead's value in a column. */
export function storedIn(lead: Lead, field: string): unknown {
  const custom = customFieldName(field);
  if (custom !== null) return lead.customData[custom];
  return lead[field as keyof Lead];
}
