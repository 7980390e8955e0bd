import { createHash } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { z } from 'zod';
import type { Verification } from '#contract/consents.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { OutboundAnswer } from '../../platform/outbound/send-request.ts';

export type Verdict = Omit<Verification, 'at' | 'by'>;

/** The only host that gets the key. */
const CERTIFICATES = 'https://cert.trustedform.com/';

const FAILURES: Readonly<Record<number, Verdict['reason']>> = { 401: 'key', 402: 'account', 403: 'plan' };

const matched = z.object({
  outcome: z.string(),
  match_lead: z.object({
    result: z.object({
      success: z.boolean(),
      email_match: z.boolean().nullish(),
      phone_match: z.boolean().nullish(),
    }),
  }),
});

/** An answer about a certificate, unlike the 404 of a server between. */
const refused = z.object({ outcome: z.literal('error'), reason: z.string() });

interface Question {
  key: string;
  /** 40 hexadecimal digits. */
  certificateId: string;
  email: string | null;
  /** E.164. */
  phone: string | null;
}

/** Asks TrustedForm's Certificate API 4.0 whether a certificate exists and has the email or phone; only hashes of them leave. */
export async function askTrustedForm(
  outbound: Outbound,
  { key, certificateId, email, phone }: Question,
  onFailure: (error: OutboundError) => void,
): Promise<Verdict> {
  const match = {
    ...(email !== null && { email: sha1(email.toLowerCase()) }),
    ...(phone !== null && { phone: sha1(asTyped(phone)) }),
  };
  try {
    const answer = await outbound.send(CERTIFICATES + certificateId, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`API:${key}`).toString('base64')}`,
        'api-version': '4.0',
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ match_lead: match }),
    });
    return verdictOf(answer);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    onFailure(error);
    return verdict('failed', 'unreachable');
  }
}

/** As TrustedForm keeps what people type into forms. */
function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** The digits that people of the number's country dial, such as 5125550100 for +15125550100. */
function asTyped(phone: string): string {
  const national = parsePhoneNumberFromString(phone)?.formatNational() ?? phone;
  return national.replaceAll(/\D/g, '');
}

function verdictOf({ status, body }: OutboundAnswer): Verdict {
  if (status === 410) return verdict('expired');
  const refusal = status === 404 ? refused.safeParse(parsed(body)).data : undefined;
  if (refusal !== undefined) {
    // The documented reason is "TrustedForm certificate has expired or could not be found".
    const isExpired = /expired/i.test(refusal.reason) && !/found/i.test(refusal.reason);
    return verdict(isExpired ? 'expired' : 'notFound');
  }
  if (status === 429 || status >= 500) return verdict('failed', 'unreachable');
  const { data } = matched.safeParse(status === 200 ? parsed(body) : undefined);
  if (data === undefined || !['success', 'failure'].includes(data.outcome)) {
    return verdict('failed', FAILURES[status] ?? 'answer');
  }
  const { success, email_match, phone_match } = data.match_lead.result;
  return {
    ...verdict(success && data.outcome === 'success' ? 'verified' : 'mismatch'),
    emailMatches: email_match ?? null,
    phoneMatches: phone_match ?? null,
  };
}

function verdict(outcome: Verdict['outcome'], reason: Verdict['reason'] = null): Verdict {
  return { outcome, reason, emailMatches: null, phoneMatches: null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
