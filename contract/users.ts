import { z } from 'zod';
import { currentUser, givenPassword } from './current-user.ts';
import { endpoint } from './endpoint.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';

/** Control, format and bidi characters, and others that show nothing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/u;

/** Unique in any case. */
export const username = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, 'Enter a username')
  .max(100, 'A username can have at most 100 characters')
  .refine((name) => !INVISIBLE.test(name), "A username can't contain invisible characters")
  // Names are compared in NFKC, which expands single characters to whole phrases.
  .refine((name) => name.normalize('NFKC').length <= 200, 'This username is too long');

/** The server also rejects common passwords. */
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, `A password needs at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `A password can have at most ${PASSWORD_MAX} characters`);

export const registration = z.object({ username, password: newPassword });

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  /** `setupCode` ends the link that the start of a public server prints for the first administrator. */
  input: { body: registration.extend({ setupCode: z.string().max(100).optional() }) },
  status: 201,
  reply: currentUser,
  errors: ['registration_closed', 'conflict', 'too_many_requests'],
});

export const getRegistration = endpoint({
  method: 'GET',
  path: '/api/registration',
  access: 'public',
  reply: z.object({
    open: z.boolean(),
    firstRun: z.boolean(),
    /** The first administrator needs the link that the start prints. */
    byLink: z.boolean(),
  }),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/password',
  access: 'user',
  input: {
    body: z.strictObject({ currentPassword: givenPassword.min(1, 'Enter your password'), newPassword }),
  },
  reply: currentUser,
  errors: ['invalid_input', 'wrong_credentials', 'too_many_requests'],
});
