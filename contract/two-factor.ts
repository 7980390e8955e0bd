import { z } from 'zod';
import { givenCode, givenPassword } from './current-user.ts';
import { endpoint } from './endpoint.ts';
import { messageReply } from './shapes.ts';

/** Codes per set; each works once instead of an app code. */
export const RECOVERY_CODES = 10;

const confirmed = { body: z.strictObject({ password: givenPassword.min(1, 'Enter your password') }) };
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES) });

export const setupTwoFactor = endpoint({
  method: 'POST',
  path: '/api/2fa/setup',
  access: 'user',
  reply: z.object({
    /** Image of `otpauthUrl` as a data URL. */
    qrCode: z.string(),
    /** Base32, for manual entry. */
    secret: z.string(),
    otpauthUrl: z.string(),
  }),
  errors: ['conflict'],
});

export const verifyTwoFactor = endpoint({
  method: 'POST',
  path: '/api/2fa/verify',
  access: 'user',
  input: { body: z.strictObject({ token: givenCode }) },
  reply: recoveryCodes,
  errors: ['invalid_input', 'conflict', 'too_many_requests'],
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/2fa/disable',
  access: 'user',
  input: confirmed,
  reply: messageReply,
  errors: ['invalid_input', 'wrong_credentials', 'conflict', 'too_many_requests'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/2fa/recovery-codes',
  access: 'user',
  input: confirmed,
  reply: recoveryCodes,
  errors: ['invalid_input', 'wrong_credentials', 'conflict', 'too_many_requests'],
});
