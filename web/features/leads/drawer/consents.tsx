import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CHANNEL_LABELS, CONSENT_CHANNELS, type ConsentChannel } from '#contract/consent-fields.ts';
import { type Consent, listConsents, type Verification } from '#contract/consents.ts';
import type { ConsentState } from '#contract/lead-consent.ts';
import type { LeadDetail } from '#contract/leads.ts';
import { getTrustedForm, verifyConsent } from '#contract/trusted-form.ts';
import { trustedFormId } from '#contract/trusted-form-id.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatDateTime, formatList } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { QueryError } from '../../../lib/query-error.tsx';
import { showReason } from '../../../lib/show-failure.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { RecordConsent } from './record-consent.tsx';
import { SuppressPerson } from './suppress-person.tsx';

const STATES = {
  given: { label: 'Given', tone: 'positive' },
  withdrawn: { label: 'Withdrawn', tone: 'negative' },
} as const;

/** Answers why a person may be contacted: the state of each channel with its proof, and all changes. */
export function Consents({ lead, disabled }: { lead: LeadDetail; disabled: boolean }) {
  const query = useQuery(queryOf(listConsents, { params: { id: lead.id } }));
  const [recording, setRecording] = useState(false);
  const { data: changes, error } = query;
  return (
    <>
      <p className="mb-1 text-13 text-muted">{answerOf(lead)}</p>
      {!disabled && !lead.suppressed && isAllWithdrawn(lead) && <SuppressPerson lead={lead} />}
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 py-1 text-13">
        {decisions(lead, changes ?? []).map(({ channels, state, proof }) => (
          <div key={channels.join()} className="contents">
            <dt className="text-muted">{channels.map((channel) => CHANNEL_LABELS[channel]).join(', ')}</dt>
            <dd className="min-w-0">
              <ChannelState state={state}>
                {proof && <Proof leadId={lead.id} proof={proof} disabled={disabled} />}
              </ChannelState>
            </dd>
          </div>
        ))}
      </dl>
      {changes === undefined && error && <QueryError title="Failed to fetch consent" query={query} />}
      {changes !== undefined && changes.length > 0 && (
        <History leadId={lead.id} changes={changes} disabled={disabled} />
      )}
      {!disabled && (
        <Button size="small" className="mt-1 self-end print:hidden" onClick={() => setRecording(true)}>
          Record Consent
        </Button>
      )}
      {recording && <RecordConsent lead={lead} onClose={() => setRecording(false)} />}
    </>
  );
}

function channelsWith({ consent }: LeadDetail, state: ConsentState): ConsentChannel[] {
  return CONSENT_CHANNELS.filter((channel) => consent[channel] === state);
}

/** Consent was withdrawn, and no channel has any. */
function isAllWithdrawn(lead: LeadDetail): boolean {
  return channelsWith(lead, 'withdrawn').length > 0 && channelsWith(lead, 'given').length === 0;
}

/** Why we may contact the person, in one sentence. */
function answerOf(lead: LeadDetail): string {
  const given = channelsWith(lead, 'given').map((channel) => CHANNEL_LABELS[channel]);
  if (given.length > 0) return `You may contact this person by ${formatList(given)}.`;
  return isAllWithdrawn(lead)
    ? "This person withdrew consent. Don't contact them."
    : 'No consent is recorded for this person.';
}

interface Decision {
  channels: ConsentChannel[];
  state: ConsentState | null;
  proof: Consent | undefined;
}

/** Lists the state of each channel; channels set by the same change share a row. */
function decisions({ consent }: LeadDetail, changes: readonly Consent[]): Decision[] {
  const all: Decision[] = [];
  for (const channel of CONSENT_CHANNELS) {
    const state = consent[channel];
    const proof = state === null ? undefined : proofOf(changes, channel);
    const same = all.find((one) => one.state === state && one.proof?.id === proof?.id);
    if (same) same.channels.push(channel);
    else all.push({ channels: [channel], state, proof });
  }
  return all;
}

/** The change that decides a channel's state. */
function proofOf(changes: readonly Consent[], channel: ConsentChannel): Consent | undefined {
  return changes.find((one) => one.undoneAt === null && (one.channel === channel || one.channel === 'any'));
}

function ChannelState({ state, children }: Pick<Decision, 'state'> & { children: ReactNode }) {
  if (state === null) return <span className="text-muted">Nothing recorded</span>;
  const { label, tone } = STATES[state];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {children}
    </>
  );
}

interface ProofProps {
  leadId: string;
  proof: Consent;
  disabled: boolean;
}

function Proof({ leadId, proof, disabled }: ProofProps) {
  const { at, source, text, url, ip, certificate } = proof;
  return (
    <div className="mt-0.5 flex flex-col break-words text-muted">
      <span>
        <time dateTime={at}>{formatDateTime(at)}</time>
        {source !== null && ` · ${source}`}
        {ip !== null && ` · IP ${ip}`}
      </span>
      {text !== null && <q className="text-text">{text}</q>}
      {url !== null && <Address address={url} />}
      {certificate !== null && <Certificate leadId={leadId} consent={proof} disabled={disabled} />}
    </div>
  );
}

interface HistoryProps extends Omit<ProofProps, 'proof'> {
  changes: readonly Consent[];
}

function History({ leadId, changes, disabled }: HistoryProps) {
  return (
    <details>
      <summary className="cursor-pointer py-0.5 text-13 text-accent">
        {changes.length === 1 ? '1 change' : `All ${changes.length} changes`}
      </summary>
      <ol aria-label="Consent history" className="flex flex-col gap-3 py-1">
        {changes.map((change) => (
          <li key={change.id} className="text-13">
            <p>
              <span className="font-medium">
                {CHANNEL_LABELS[change.channel]}: {STATES[change.state].label.toLowerCase()}
              </span>{' '}
              <span className="text-muted">
                recorded by {change.createdBy} on {formatDateTime(change.createdAt)}
                {change.undoneAt !== null && ', undone with its import'}
              </span>
            </p>
            <Proof leadId={leadId} proof={change} disabled={disabled} />
          </li>
        ))}
      </ol>
    </details>
  );
}

const OUTCOMES = {
  verified: { label: 'Verified', tone: 'positive' },
  mismatch: { label: 'No match', tone: 'negative' },
  notFound: { label: 'Not found', tone: 'negative' },
  expired: { label: 'Expired', tone: 'caution' },
  failed: { label: 'Not verified', tone: 'caution' },
} as const;

const REASONS: Readonly<Record<NonNullable<Verification['reason']>, string>> = {
  key: 'TrustedForm refused the API key. An administrator can replace it in Settings.',
  account: 'The TrustedForm account is inactive or out of funds.',
  plan: "The TrustedForm account doesn't include lead matching, or its API key is wrong.",
  unreachable: "TrustedForm didn't answer. Try again later.",
  answer: "TrustedForm couldn't check this certificate.",
};

interface CertificateProps {
  leadId: string;
  consent: Consent;
  /** Shows no button. */
  disabled: boolean;
}

/** Links a consent's certificate, and says whether TrustedForm confirmed it. */
function Certificate({ leadId, consent, disabled }: CertificateProps) {
  const certificate = consent.certificate ?? '';
  const isTrustedForm = trustedFormId(certificate) !== null;
  const { data: settings } = useQuery({ ...queryOf(getTrustedForm, {}), enabled: isTrustedForm });
  const { verification } = consent;
  return (
    <>
      <Address address={certificate} />
      {verification !== null && <Outcome verification={verification} />}
      {settings?.enabled === true && !disabled && <Verify leadId={leadId} consent={consent} />}
    </>
  );
}

function Outcome({ verification }: { verification: Verification }) {
  const { outcome, at, by } = verification;
  const { label, tone } = OUTCOMES[outcome];
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge tone={tone}>{label}</Badge>
      <span>{meaningOf(verification)}</span>
      <span>
        Checked by {by} on <time dateTime={at}>{formatDateTime(at)}</time>
      </span>
    </span>
  );
}

function meaningOf({ outcome, reason, emailMatches, phoneMatches }: Verification): string {
  if (outcome === 'failed') return REASONS[reason ?? 'answer'];
  if (outcome === 'notFound') {
    return "TrustedForm doesn't have this certificate. It deletes certificates after 3 days, or 90 if the form was sent, unless they were retained.";
  }
  if (outcome === 'expired')
    return 'TrustedForm deleted this certificate because it was not retained in time.';
  if (outcome === 'mismatch') return "The certificate isn't for this lead's email or phone.";
  if (emailMatches === true && phoneMatches === true) return 'The email and phone match.';
  if (emailMatches === true)
    return `The email matches${phoneMatches === false ? ", the phone doesn't" : ''}.`;
  if (phoneMatches === true)
    return `The phone matches${emailMatches === false ? ", the email doesn't" : ''}.`;
  return 'The certificate matches this lead.';
}

function Verify({ leadId, consent }: Pick<CertificateProps, 'leadId' | 'consent'>) {
  const client = useQueryClient();
  const verify = useMutation({
    mutationFn: () => callApi(verifyConsent, { params: { id: leadId, consentId: consent.id } }),
    onSuccess: (verified) =>
      client.setQueryData(queryOf(listConsents, { params: { id: leadId } }).queryKey, (changes) =>
        changes?.map((one) => (one.id === verified.id ? verified : one)),
      ),
    onError: (error) => showReason(error, "Couldn't verify the certificate"),
  });
  return (
    <Button
      size="small"
      className="mt-1 self-start print:hidden"
      pending={verify.isPending}
      pendingText="Verifying..."
      onClick={() => verify.mutate()}
    >
      {consent.verification === null ? 'Verify' : 'Verify Again'}
    </Button>
  );
}

/** A web page as a link, anything else as text. */
function Address({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <span className="break-all">{address}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="break-all text-accent underline-offset-4 hover:underline"
    >
      {address}
    </a>
  );
}
