import { byKey, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';
import { shownConsent } from '../../../lead/values/consent-state.ts';
import { newId } from '../../../platform/ids.ts';

/** Returns a made-up lead, whose email and number can't be reached. */
export function madeUpLead(): Lead {
  const empty = byKey(LEAD_FIELDS, () => null) as Record<keyof Lead, null>;
  return {
    ...empty,
    id: newId(),
    ...{ firstName: 'Jane', lastName: 'Sample', email: 'jane.sample@example.com', phone: '+12025550123' },
    ...{ numberValid: true, country: 'United States', city: 'Springfield', source: 'test', status: 'New' },
    ...{ tags: [], isSold: false, suppressed: false, customData: {}, owner: null, nextStep: null },
    ...{ importId: null, consent: shownConsent(null), createdAt: new Date().toISOString() },
  } as Lead;
}
