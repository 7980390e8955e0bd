import type { CountedLead } from '../../../lead/stats/stat-writes.ts';
import type { StagedLead } from '../../../lead/store/staging.ts';

/** What is counted of a lead that an import writes. An import sells nothing: a lead is as sold as it was before. */
export function countedStaged(lead: StagedLead & { is_sold?: boolean }): CountedLead {
  const text = (value: StagedLead[keyof StagedLead]): string | null =>
    typeof value === 'string' ? value : null;
  return {
    phone: text(lead.phone),
    numberValid: lead.number_valid === true,
    status: text(lead.status) ?? 'new',
    country: text(lead.country),
    brand: text(lead.brand),
    source: text(lead.source),
    isSold: lead.is_sold === true,
    hlr: text(lead.hlr),
    whatsapp: text(lead.whatsapp),
    tags: Array.isArray(lead.tags) ? lead.tags : [],
  };
}
