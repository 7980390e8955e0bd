import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CUSTOM_FIELD_TYPES } from './lead-fields.ts';
import { id, idParams, messageReply } from './shapes.ts';

export const customField = z.object({
  id,
  /** Names the values of leads; never changes. */
  name: z.string(),
  /** As screens and files show it. */
  label: z.string(),
  type: z.enum(CUSTOM_FIELD_TYPES),
  required: z.boolean(),
  /** Values of a `choice`, in order. */
  options: z.array(z.string()),
});

export type CustomFieldEntity = z.infer<typeof customField>;

export const listCustomFields = endpoint({
  method: 'GET',
  path: '/api/custom-fields',
  access: 'user',
  reply: z.array(customField),
});

const name = z.string().trim().min(1, 'Enter a name').max(100);
const options = z
  .array(z.string().trim().min(1, 'Enter a value').max(200))
  .max(200)
  .refine(
    (list) => new Set(list.map((option) => option.toLowerCase())).size === list.length,
    'Enter each value once',
  );

export const createCustomField = endpoint({
  method: 'POST',
  path: '/api/custom-fields',
  access: 'admin',
  input: {
    body: z.strictObject({
      name,
      type: z.enum(CUSTOM_FIELD_TYPES),
      required: z.boolean().default(false),
      options: options.default([]),
    }),
  },
  status: 201,
  reply: customField,
  errors: ['invalid_input', 'conflict', 'forbidden'],
});

/** Leads keep values that are removed from the options. */
export const updateCustomField = endpoint({
  method: 'PATCH',
  path: '/api/custom-fields/:id',
  access: 'admin',
  input: {
    params: idParams,
    body: z.strictObject({ label: name.optional(), options: options.optional() }),
  },
  reply: customField,
  errors: ['invalid_input', 'not_found', 'conflict', 'forbidden'],
});

export const customFieldUsage = endpoint({
  method: 'GET',
  path: '/api/custom-fields/:id/usage',
  access: 'admin',
  input: { params: idParams },
  reply: z.object({ leads: z.number().int() }),
  errors: ['not_found', 'forbidden'],
});

export const deleteCustomField = endpoint({
  method: 'DELETE',
  path: '/api/custom-fields/:id',
  access: 'admin',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found', 'forbidden'],
});
