import { CHANNEL_LABELS } from '#contract/consent-fields.ts';
import type { Consent, recordConsent } from '#contract/consents.ts';
import type { ParsedBy } from '#contract/endpoint.ts';
import { recordChange } from '../../lead/change/change-writes.ts';
import { consentsOf } from '../../lead/consents/consent-reads.ts';
import { addConsents } from '../../lead/consents/consent-writes.ts';
import { lockLead } from '../../lead/edits/reads.ts';
import { nameOfLead } from '../../lead/rows/lead-row.ts';
import { readIp } from '../../lead/values/normalise-text.ts';
import { pastTime, readCertificate, readPageUrl } from '../../lead/values/read-consent.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';

type Given = ParsedBy<typeof recordConsent>['body'];

/**
 * Records that a person gave or withdrew consent.
 * @throws HttpError not_found, or invalid_input naming the field
 */
export async function recordConsentChange(
  tx: TenantTransaction,
  leadId: string,
  { channel, state, ...given }: Given,
  editor: Editor,
): Promise<Consent> {
  const evidence = evidenceOf(given);
  const lead = await lockLead(tx, leadId);
  const change = { leadId, channel, state, ...evidence };
  const [id] = await addConsents(tx, [change], { actor: editor.actor, source: given.source || 'Manual' });
  const what = state === 'given' ? 'given' : 'withdrawn';
  const channelName = CHANNEL_LABELS[channel];
  await recordChange(
    tx,
    {
      counted: [],
      events: [{ leadId, kind: 'consent', changes: {}, detail: `${channelName}: ${what}` }],
      audit: {
        action: 'record_consent',
        resource: leadId,
        details: { lead: nameOfLead(lead), channel, state },
      },
    },
    editor,
  );
  const recorded = (await consentsOf(tx, leadId)).find((one) => one.id === id);
  if (recorded === undefined) throw new Error('A consent was not recorded');
  return recorded;
}

function evidenceOf({ at, text, url, ip, certificate }: Omit<Given, 'channel' | 'state'>) {
  return {
    at: at ? checked('at', pastTime(Date.parse(at)), "Consent can't lie in the future") : null,
    text: text || null,
    url: url
      ? checked('url', readPageUrl(url), 'Enter a web address such as https://example.com/offer')
      : null,
    ip: ip ? checked('ip', readIp(ip), 'Enter an IP address') : null,
    certificate: certificate
      ? checked(
          'certificate',
          readCertificate(certificate),
          'Enter the URL of a TrustedForm certificate or a Jornaya token',
        )
      : null,
  };
}

/** @throws HttpError invalid_input */
function checked(field: string, value: string | null, message: string): string {
  if (value === null) throw new HttpError('invalid_input', `${field}: ${message}`, { field });
  return value;
}
