import { z } from 'zod';
import { consent } from './consents.ts';
import { endpoint } from './endpoint.ts';
import { CONSENT_RULES_PATH, CONSENTS_PATH } from './live-paths.ts';
import { id } from './shapes.ts';

export const TRUSTED_FORM_KEY_MAX = 200;

const trustedForm = z.object({
  enabled: z.boolean(),
  /** Keys are never answered. */
  hasKey: z.boolean(),
});

export type TrustedForm = z.infer<typeof trustedForm>;

export const getTrustedForm = endpoint({
  method: 'GET',
  path: `${CONSENT_RULES_PATH}/trusted-form`,
  access: 'user',
  reply: trustedForm,
});

export const setTrustedForm = endpoint({
  method: 'PUT',
  path: `${CONSENT_RULES_PATH}/trusted-form`,
  access: 'admin',
  input: {
    body: z.strictObject({
      enabled: z.boolean(),
      /** Stays if absent; null removes it. */
      key: z
        .string()
        .trim()
        .max(TRUSTED_FORM_KEY_MAX)
        .regex(/^[\x21-\x7e]+$/, 'Enter the API key from your TrustedForm account')
        .nullish(),
    }),
  },
  reply: trustedForm,
  errors: ['forbidden', 'invalid_input'],
});

/** Asks TrustedForm whether the certificate exists and belongs to the lead's email or phone. */
export const verifyConsent = endpoint({
  method: 'POST',
  path: `${CONSENTS_PATH}/:consentId/verify`,
  access: 'user',
  input: { params: z.object({ id, consentId: id }) },
  reply: consent,
  errors: ['not_found', 'conflict'],
});
