import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { id, messageReply, time } from './shapes.ts';

/** The signed-in user, as every screen sees it. */
export const currentUser = z.object({
  id,
  username: z.string(),
  isAdmin: z.boolean(),
  organizationId: id,
  organization: z.object({ id, name: z.string() }),
  twoFactorEnabled: z.boolean(),
  requireExportAuth: z.boolean(),
  mustChangePassword: z.boolean(),
  createdAt: time,
});

export type CurrentUser = z.infer<typeof currentUser>;

const username = z
  .string()
  .trim()
  .min(1, 'Enter a username')
  .max(100, 'A username has at most 100 characters')
  .regex(/^\P{Cc}+$/u, 'A username has no control characters');

const newPassword = z
  .string()
  .min(PASSWORD_MIN, `A password has at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `A password has at most ${PASSWORD_MAX} characters`);

/** Credentials of a new account. */
export const registration = z.object({ username, password: newPassword });

const credentials = z.object({ username: z.string().max(200), password: z.string().max(1000) });

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'user',
  summary: 'The signed-in user',
  input: {},
  status: 200,
  reply: currentUser,
  errors: [],
});

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  summary: 'Sign in',
  input: { body: credentials },
  status: 200,
  reply: currentUser,
  errors: ['wrong_credentials', 'too_many_requests'],
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  summary: 'Create the first administrator, or an organization where registration is open',
  input: { body: registration },
  status: 201,
  reply: currentUser,
  errors: ['registration_closed', 'conflict', 'too_many_requests'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'user',
  summary: 'Sign out',
  input: {},
  status: 200,
  reply: messageReply,
  errors: [],
});

export const getRegistration = endpoint({
  method: 'GET',
  path: '/api/registration',
  access: 'public',
  summary: 'Whether an account may be registered, and whether it would be the first',
  input: {},
  status: 200,
  reply: z.object({ open: z.boolean(), firstRun: z.boolean() }),
  errors: [],
});
