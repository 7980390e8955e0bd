import type { SimilarHint } from '#contract/similar-lead.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { LeadDraft } from '../values/draft.ts';
import { type Candidate, findSimilarLeads } from './similar-leads.ts';
import { readComparedLeads } from './similar-reads.ts';

/** Values by which a lead that isn't stored is compared. */
export type HintedLead = Partial<
  Pick<
    LeadDraft,
    'firstName' | 'lastName' | 'email' | 'phone' | 'address' | 'city' | 'postcode' | 'customData'
  >
>;

/** Returns, for each lead, the stored lead that is likely the same person, or null. */
export async function similarHints(
  tx: TenantTransaction,
  leads: readonly (HintedLead | null)[],
): Promise<(SimilarHint | null)[]> {
  const given = leads.flatMap((lead) => (lead === null ? [] : candidateOf(lead)));
  const matches = (await findSimilarLeads(tx, given)).map(([best]) =>
    best === undefined || best.band === 'possible' ? null : best,
  );
  const stored = await readComparedLeads(
    tx,
    matches.flatMap((match) => match?.leadId ?? []),
  );
  const names = new Map(stored.map((lead) => [lead.id, nameOf(lead)]));
  let next = 0;
  return leads.map((lead) => {
    const match = lead === null ? null : matches[next++];
    if (match == null) return null;
    const { leadId, probability, band } = match;
    return { leadId, name: names.get(leadId) ?? '', probability, band };
  });
}

function candidateOf(lead: HintedLead): Candidate {
  const { firstName = null, lastName = null, email = null, phone = null, customData = {} } = lead;
  const { address = null, city = null, postcode = null } = lead;
  return {
    ...{ id: null, first_name: firstName, last_name: lastName, email, phone },
    ...{ address, city, postcode, custom_data: customData },
  };
}

function nameOf(lead: Pick<Candidate, 'first_name' | 'last_name' | 'email' | 'phone'>): string {
  const name = [lead.first_name, lead.last_name].filter(Boolean).join(' ');
  return name || lead.email || lead.phone || 'Lead without a name';
}
