/** Channels that a lead has a state for. */
export const CONSENT_CHANNELS = ['phone', 'email', 'sms', 'whatsapp', 'post'] as const;

export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

/** `any` counts for every channel without a later change of its own. */
export const CONSENTED = ['any', ...CONSENT_CHANNELS] as const;

export type Consented = (typeof CONSENTED)[number];

export const CHANNEL_LABELS: Readonly<Record<Consented, string>> = {
  any: 'All channels',
  phone: 'Phone',
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  post: 'Post',
};

/** Fields that files, the form and programs fill about consent that was given. */
export const CONSENT_FIELDS = [
  {
    key: 'consentAt',
    label: 'Consent At',
    example: '2026-01-31T09:30:00Z',
    description: 'When consent was given; now if only a channel or certificate is given',
  },
  {
    key: 'consentChannel',
    label: 'Consent Channel',
    example: 'phone, sms',
    description: 'any, phone, email, sms, whatsapp or post, or several separated by commas; any if omitted',
  },
  {
    key: 'consentText',
    label: 'Consent Text',
    example: 'I agree to be called about offers.',
    description: 'Text that the person agreed to',
  },
  {
    key: 'consentUrl',
    label: 'Consent URL',
    example: 'https://example.com/offer',
    description: 'Page on which consent was given',
  },
  {
    key: 'consentIp',
    label: 'Consent IP',
    example: '203.0.113.7',
    description: 'IP address from which consent was given',
  },
  {
    key: 'consentCertificate',
    label: 'Consent Certificate',
    example: 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567',
    description: 'URL of a TrustedForm certificate, or a Jornaya token',
  },
] as const;

export type ConsentFieldKey = (typeof CONSENT_FIELDS)[number]['key'];

const LABELS = new Map<string, string>(CONSENT_FIELDS.map(({ key, label }) => [key, label]));

export function isConsentField(target: string): target is ConsentFieldKey {
  return LABELS.has(target);
}

/** Returns the label of a consent field; undefined for other targets. */
export function consentFieldLabel(target: string): string | undefined {
  return LABELS.get(target);
}
