import type { PersonNamed } from '#contract/erasures.ts';
import { nobody, type Person } from '../../lead/persons/person.ts';
import { findLeadsByNumbers } from '../../lead/phones/find-leads.ts';
import { readPhone } from '../../lead/phones/read-phone.ts';
import { readEmail } from '../../lead/values/normalise-email.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { knowsLead, withAllLeads } from './person-reads.ts';

/**
 * Returns the person of an email, a phone or a lead with all their leads.
 * @throws HttpError invalid_input for an email or phone that can't be read, not_found for an unknown lead
 */
export async function findPerson(tx: TenantTransaction, named: PersonNamed): Promise<Person> {
  return withAllLeads(tx, { ...nobody(), ...(await identityOf(tx, named)) });
}

async function identityOf(
  tx: TenantTransaction,
  { email, phone, leadId }: PersonNamed,
): Promise<Partial<Person>> {
  if (leadId !== undefined) {
    if (!(await knowsLead(tx, leadId))) throw new HttpError('not_found', 'Lead not found');
    return { leadIds: [leadId] };
  }
  if (email !== undefined) {
    const read = readEmail(email);
    if (read === null)
      throw new HttpError('invalid_input', 'Enter a valid email address', { field: 'email' });
    return { emails: [read] };
  }
  return phoneOf(tx, phone ?? '');
}

/** A national number is that of the lead it finds. */
async function phoneOf(tx: TenantTransaction, text: string): Promise<Partial<Person>> {
  const reading = readPhone(text, null);
  if (reading.valid) return { phones: [reading.phone] };
  const [match] = await findLeadsByNumbers(tx, [{ text, country: null }]);
  if (match?.leadId) return { leadIds: [match.leadId] };
  const message =
    match?.outcome === 'ambiguous'
      ? 'Several leads have this number. Enter it with its country code.'
      : 'Enter the phone number with its country code, e.g. +49';
  throw new HttpError('invalid_input', message, { field: 'phone' });
}
