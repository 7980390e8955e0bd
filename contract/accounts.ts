import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, messageReply, time } from './shapes.ts';
import { newPassword, username } from './users.ts';

/** A user, as administrators see them. */
export const managedUser = z.object({
  id,
  username: z.string(),
  isAdmin: z.boolean(),
  twoFactorEnabled: z.boolean(),
  mustChangePassword: z.boolean(),
  createdAt: time,
  lastSeenAt: time.nullable(),
});

export type ManagedUser = z.infer<typeof managedUser>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'admin',
  reply: z.array(managedUser),
});

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  access: 'admin',
  input: {
    body: z.strictObject({ username, password: newPassword.optional(), isAdmin: z.boolean().default(false) }),
  },
  status: 201,
  reply: managedUser.extend({ temporaryPassword: z.string().optional() }),
  errors: ['invalid_input', 'conflict'],
});

export const setUserAdmin = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/admin',
  access: 'admin',
  input: { params: idParams, body: z.strictObject({ isAdmin: z.boolean() }) },
  reply: managedUser,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/password',
  access: 'admin',
  input: { params: idParams },
  reply: z.object({ temporaryPassword: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  access: 'admin',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found', 'conflict'],
});
