import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, messageReply, time } from './shapes.ts';

// Apart from the other calls of users: each screen loads these.

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

/** Any form is allowed: a wrong password must not look malformed. */
export const givenPassword = z.string().max(1000);

/** Authenticator code or recovery code. */
export const givenCode = z.string().max(64);

const credentials = z.object({
  username: z.string().max(200),
  password: givenPassword,
  token: givenCode.optional(),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'user',
  reply: currentUser,
});

/** With two factors, 401 with twoFactorRequired asks for the code. */
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  input: { body: credentials },
  reply: currentUser,
  errors: ['wrong_credentials', 'too_many_requests'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'user',
  reply: messageReply,
});
