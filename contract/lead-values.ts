import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Maximum number of values that are suggested for a field. */
export const FIELD_VALUES_MAX = 100;

export const leadFieldValues = endpoint({
  method: 'GET',
  path: '/api/leads/field-values',
  access: 'user',
  summary: 'Values that leads have in a text field, most frequent among the newest leads first',
  input: {
    /** Key of a field, or `custom:<name>`. */
    query: z.strictObject({ field: z.string().min(1).max(200) }),
  },
  status: 200,
  reply: z.array(z.string()),
  errors: ['invalid_input'],
});
