import type { z } from 'zod';
import type { ValueWarning } from '#contract/leads.ts';
import type { leadIdentifier } from '#contract/public-api.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import type { PublicLeadInput } from '#contract/public-lead.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { addConsents, changesOfGiven } from '../../lead/consents/consent-writes.ts';
import { IdentityTaken } from '../../lead/edits/identity.ts';
import { holderOf, lockLeadRows } from '../../lead/edits/reads.ts';
import { writeEdit } from '../../lead/edits/update-lead.ts';
import { readPhone } from '../../lead/phones/read-phone.ts';
import { type LeadRow, nameOfLead } from '../../lead/rows/lead-row.ts';
import { readEmail } from '../../lead/values/normalise-email.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import { atSavepoint, type TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { ApiCaller } from './gate.ts';
import { loadLeadRules } from './known-rules.ts';
import { readUpdate } from './lead-input.ts';
import { findHolders, noSuchPublicLead, updatedAtOf } from './lead-reads.ts';

type LeadIdentifier = z.output<typeof leadIdentifier>;

/**
 * Updates the lead with this email or valid phone by the rules for manual edits. After an error, a savepoint
 * keeps the transaction usable.
 * @throws HttpError not_found, invalid_input, or conflict with existingLeadId
 */
export async function updateByIdentity(
  tx: TenantTransaction,
  { identifier, data }: { identifier: LeadIdentifier; data: PublicLeadInput },
  by: ApiCaller,
): Promise<{ updatedAt: string; warnings: ValueWarning[] }> {
  const lead = await lockNamed(tx, identifier);
  const warnings: ValueWarning[] = [];
  const { next, consent } = readUpdate(lead, data, await loadLeadRules(tx), warnings);
  const { actor, origin, details } = by;
  try {
    await atSavepoint(tx, () => writeEdit(tx, lead, next, { actor, origin, details, source: 'api' }));
  } catch (error) {
    if (!(error instanceof IdentityTaken)) throw error;
    throw await duplicateOf(tx, error);
  }
  if (consent !== null) {
    await addConsents(tx, changesOfGiven(lead.id, consent), { actor, source: 'API' });
    const of = { lead: nameOfLead(next), channel: consent.channels.join(', '), state: 'given' };
    const audit = { action: 'record_consent' as const, resource: lead.id, details: { ...details, ...of } };
    await writeAudit(tx, { ...audit, actor, origin });
    await announceLeads(tx, { aspects: ['values'], ids: [lead.id] });
  }
  return { updatedAt: await updatedAtOf(tx, lead.id), warnings };
}

export function duplicate(existingLeadId: string | null): HttpError {
  return new HttpError('conflict', PUBLIC_ERRORS.duplicate.message, {
    ...(existingLeadId !== null && { existingLeadId }),
  });
}

async function duplicateOf(tx: TenantTransaction, { field, value }: IdentityTaken): Promise<HttpError> {
  return duplicate(await holderOf(tx, { field, value }));
}

/** Matches emails in any case and phones in any international spelling; malformed identifiers match nothing. */
async function lockNamed(tx: TenantTransaction, identifier: LeadIdentifier): Promise<LeadRow> {
  const email = identifier.email === undefined ? undefined : readEmail(identifier.email);
  const phone = identifier.phone === undefined ? undefined : validPhone(identifier.phone);
  if (email === null || phone === null) throw noSuchPublicLead();
  const holders = await findHolders(tx, {
    emails: email === undefined ? [] : [email],
    phones: phone === undefined ? [] : [phone],
  });
  const named = holders.find(
    (one) => (email === undefined || one.email === email) && (phone === undefined || one.phone === phone),
  );
  const [lead] = named === undefined ? [] : await lockLeadRows(tx, [named.id]);
  // The lead may have changed before the lock.
  const still =
    lead !== undefined &&
    lead.deleted_at === null &&
    (email === undefined || lead.email === email) &&
    (phone === undefined || (lead.number_valid && lead.phone === phone));
  if (!still) throw noSuchPublicLead();
  return lead;
}

function validPhone(text: string): string | null {
  const { phone, valid } = readPhone(text, null);
  return valid ? phone : null;
}
