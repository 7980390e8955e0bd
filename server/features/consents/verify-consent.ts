import type { Consent } from '#contract/consents.ts';
import { trustedFormId } from '#contract/trusted-form-id.ts';
import { recordChange } from '../../lead/change/change-writes.ts';
import { consentsOf } from '../../lead/consents/consent-reads.ts';
import { lockLead } from '../../lead/edits/reads.ts';
import { nameOfLead } from '../../lead/rows/lead-row.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { type Editor, editorOf } from '../../platform/http/actor.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { askTrustedForm, type Verdict } from './ask-trusted-form.ts';
import { openKey } from './trusted-form.ts';
import { writeVerification } from './trusted-form-writes.ts';

interface Named {
  id: string;
  consentId: string;
}

/**
 * Verifies the TrustedForm certificate of a consent, and keeps the outcome with it.
 * @throws HttpError not_found, or conflict if there is nothing to verify
 */
export async function verifyCertificate(
  { outbound, log }: Pick<Context, 'outbound' | 'log'>,
  caller: Caller,
  named: Named,
): Promise<Consent> {
  const question = await caller.scope.transaction((tx) => readQuestion(tx, named));
  // No connection waits for TrustedForm.
  await caller.scope.commit();
  const verdict = await askTrustedForm(outbound, question, ({ fault, message }) =>
    log.warn({ fault, reason: message }, "TrustedForm wasn't reached"),
  );
  return caller.scope.transaction((tx) => recordVerdict(tx, named, verdict, editorOf(caller)));
}

async function readQuestion(tx: TenantTransaction, { id, consentId }: Named) {
  const { email, phone } = await lockLead(tx, id);
  const { certificate } = await findConsent(tx, { id, consentId });
  const certificateId = certificate === null ? null : trustedFormId(certificate);
  if (certificateId === null) throw new HttpError('conflict', 'This consent has no TrustedForm certificate');
  if (email === null && phone === null) {
    throw new HttpError('conflict', 'This lead has no email or phone to compare with the certificate');
  }
  return { key: await openKey(tx), certificateId, email, phone };
}

async function findConsent(tx: TenantTransaction, { id, consentId }: Named): Promise<Consent> {
  const found = (await consentsOf(tx, id)).find((one) => one.id === consentId);
  if (found === undefined) throw new HttpError('not_found', 'Consent not found');
  return found;
}

async function recordVerdict(
  tx: TenantTransaction,
  { id, consentId }: Named,
  verdict: Verdict,
  editor: Editor,
): Promise<Consent> {
  const lead = await lockLead(tx, id);
  await findConsent(tx, { id, consentId });
  await writeVerification(tx, { leadId: id, consentId, by: editor.actor.username }, verdict);
  const details = { lead: nameOfLead(lead), outcome: verdict.outcome };
  const audit = { action: 'verify_certificate' as const, resource: id, details };
  await recordChange(tx, { counted: [], events: [], audit }, editor);
  return findConsent(tx, { id, consentId });
}
