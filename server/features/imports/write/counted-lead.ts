import { byKey, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { StoredColumn } from '../../../lead/fields.ts';
import type { CountedLead } from '../../../lead/stats/stat-writes.ts';

/** The counted fields of a lead that an import writes, which never changes whether it is sold. */
export function countedStaged(lead: Partial<Record<StoredColumn | 'is_sold', unknown>>): CountedLead {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    phone: text(lead.phone),
    numberValid: lead.number_valid === true,
    ...byKey(FILTERED_FIELDS, ({ column }) => text(lead[column])),
    status: text(lead.status) ?? 'new',
    isSold: lead.is_sold === true,
    hlr: text(lead.hlr),
    whatsapp: text(lead.whatsapp),
    tags: Array.isArray(lead.tags) ? lead.tags : [],
  };
}
