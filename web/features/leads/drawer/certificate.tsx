import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Consent, listConsents, type Verification } from '#contract/consents.ts';
import { getTrustedForm, verifyConsent } from '#contract/trusted-form.ts';
import { trustedFormId } from '#contract/trusted-form-id.ts';
import { callApi } from '../../../lib/call-api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { queryOf } from '../../../lib/query.ts';
import { showReason } from '../../../lib/show-failure.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Address } from './address.tsx';

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
export function Certificate({ leadId, consent, disabled }: CertificateProps) {
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
