import { customFieldName } from './lead-fields.ts';
import type { Lead } from './leads.ts';

/** Returns a lead's value of a field or `custom:<name>`; the owner by name. */
export function storedIn(lead: Lead, field: string): unknown {
  const custom = customFieldName(field);
  if (custom !== null) return lead.customData[custom];
  if (field === 'ownerId') return lead.owner?.username;
  if (field === 'dueOn') return lead.nextStep?.dueOn;
  return field === 'dueNote' ? lead.nextStep?.note : lead[field as keyof Lead];
}
