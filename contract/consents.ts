import { z } from 'zod';
import { CONSENT_CHANNELS, CONSENTED } from './consent-fields.ts';
import { endpoint } from './endpoint.ts';
import { consentState } from './lead-consent.ts';
import { LEAD_TEXT_MAX, NOTE_MAX } from './limits.ts';
import { CONSENT_RULES_PATH, CONSENTS_PATH } from './live-paths.ts';
import { givenTime, id, idParams, time } from './shapes.ts';

const given = z.string().trim().max(LEAD_TEXT_MAX).nullish();
const longText = z.string().trim().max(NOTE_MAX).nullish();

const VERIFICATION_OUTCOMES = ['verified', 'mismatch', 'notFound', 'expired', 'failed'] as const;

/** Why a certificate couldn't be verified: TrustedForm refuses the key, the account or the operation, or gives no usable answer. */
const VERIFICATION_FAILURES = ['key', 'account', 'plan', 'unreachable', 'answer'] as const;

const verification = z.object({
  outcome: z.enum(VERIFICATION_OUTCOMES),
  reason: z.enum(VERIFICATION_FAILURES).nullable(),
  /** Null for what the lead didn't have. */
  emailMatches: z.boolean().nullable(),
  phoneMatches: z.boolean().nullable(),
  at: time,
  by: z.string(),
});

export type Verification = z.infer<typeof verification>;

export const consent = z.object({
  id,
  channel: z.enum(CONSENTED),
  state: consentState,
  at: time,
  /** How it came: `Import`, `Form`, `API`, or as given. */
  source: z.string().nullable(),
  text: z.string().nullable(),
  url: z.string().nullable(),
  ip: z.string().nullable(),
  certificate: z.string().nullable(),
  /** The last one of its certificate. */
  verification: verification.nullable(),
  createdBy: z.string(),
  createdAt: time,
  /** The import that recorded it was undone: it counts no more. */
  undoneAt: time.nullable(),
});

export type Consent = z.infer<typeof consent>;

/** Newest first. */
export const listConsents = endpoint({
  method: 'GET',
  path: CONSENTS_PATH,
  access: 'user',
  input: { params: idParams },
  reply: z.array(consent),
  errors: ['not_found'],
});

export const recordConsent = endpoint({
  method: 'POST',
  path: CONSENTS_PATH,
  access: 'user',
  input: {
    params: idParams,
    body: z.strictObject({
      channel: z.enum(CONSENTED),
      state: consentState,
      /** Now by default; not in the future. */
      at: givenTime.nullish(),
      source: given,
      text: longText,
      url: given,
      ip: given,
      certificate: given,
    }),
  },
  status: 201,
  reply: consent,
  errors: ['invalid_input', 'not_found'],
});

/** Channels on which leads need consent to be sold, exported and delivered; all of them if several. */
export const consentRules = z.strictObject({
  required: z.array(z.enum(CONSENT_CHANNELS)).max(CONSENT_CHANNELS.length),
});

export type ConsentRules = z.infer<typeof consentRules>;

export const getConsentRules = endpoint({
  method: 'GET',
  path: CONSENT_RULES_PATH,
  access: 'user',
  reply: consentRules,
});

export const setConsentRules = endpoint({
  method: 'PUT',
  path: CONSENT_RULES_PATH,
  access: 'admin',
  input: { body: consentRules },
  reply: consentRules,
  errors: ['forbidden', 'invalid_input'],
});
