import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

export const organizationSettings = z.object({
  id,
  name: z.string(),
  /** ISO 3166 alpha-2 code by which entries in national form are read. */
  defaultCountry: z.string().nullable(),
});
export type OrganizationSettings = z.infer<typeof organizationSettings>;

export const getOrganizationSettings = endpoint({
  method: 'GET',
  path: '/api/organization',
  access: 'user',
  reply: organizationSettings,
});

export const updateOrganizationSettings = endpoint({
  method: 'PATCH',
  path: '/api/organization',
  access: 'admin',
  input: { body: z.strictObject({ defaultCountry: z.string().trim().max(100).nullable() }) },
  reply: organizationSettings,
  errors: ['invalid_input'],
});
