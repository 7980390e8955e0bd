import { z } from 'zod';
import { managedUser } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, messageReply, time } from './shapes.ts';
import { registration } from './users.ts';

export const organization = z.object({
  id,
  name: z.string(),
  createdAt: time,
  /** In the bin since; deleted for good after 30 days. */
  deletedAt: time.nullable(),
  users: z.int(),
  admins: z.int(),
  leads: z.int(),
  imports: z.int(),
});

export type Organization = z.infer<typeof organization>;

const named = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name')
    .max(100, 'A name can have at most 100 characters')
    .regex(/^[^\p{Cc}\ufffd]+$/u, "A name can't contain control characters"),
});

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizations',
  access: 'root',
  reply: z.array(organization),
});

export const createOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations',
  access: 'root',
  input: {
    body: named,
  },
  status: 201,
  reply: organization,
  errors: ['invalid_input', 'conflict'],
});

export const renameOrganization = endpoint({
  method: 'PATCH',
  path: '/api/organizations/:id',
  access: 'root',
  input: { params: idParams, body: named },
  reply: messageReply,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const addOrganizationAdmin = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/admins',
  access: 'root',
  input: { params: idParams, body: registration.strict() },
  status: 201,
  reply: managedUser,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const trashOrganization = endpoint({
  method: 'DELETE',
  path: '/api/organizations/:id',
  access: 'root',
  input: { params: idParams, body: z.strictObject({ name: z.string().trim().max(100) }) },
  reply: messageReply,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const untrashOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/restore',
  access: 'root',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found'],
});
