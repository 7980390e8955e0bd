import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CUSTOM_FIELD_TYPES } from './lead-fields.ts';
import { id, idParams, messageReply } from './shapes.ts';

export const customField = z.object({
  id,
  name: z.string(),
  type: z.enum(CUSTOM_FIELD_TYPES),
  required: z.boolean(),
});

export type CustomFieldEntity = z.infer<typeof customField>;

export const listCustomFields = endpoint({
  method: 'GET',
  path: '/api/custom-fields',
  access: 'user',
  input: {},
  status: 200,
  reply: z.array(customField),
  errors: [],
});

export const createCustomField = endpoint({
  method: 'POST',
  path: '/api/custom-fields',
  access: 'admin',
  input: {
    body: z.strictObject({
      name: z.string().trim().min(1, 'Enter a name').max(100),
      type: z.enum(CUSTOM_FIELD_TYPES),
      required: z.boolean().default(false),
    }),
  },
  status: 201,
  reply: customField,
  errors: ['invalid_input', 'conflict', 'forbidden'],
});

export const customFieldUsage = endpoint({
  method: 'GET',
  path: '/api/custom-fields/:id/usage',
  access: 'admin',
  input: { params: idParams },
  status: 200,
  reply: z.object({ leads: z.number().int() }),
  errors: ['not_found', 'forbidden'],
});

export const deleteCustomField = endpoint({
  method: 'DELETE',
  path: '/api/custom-fields/:id',
  access: 'admin',
  input: { params: idParams },
  status: 200,
  reply: messageReply,
  errors: ['not_found', 'forbidden'],
});
