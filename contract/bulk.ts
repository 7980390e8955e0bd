import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { leadFilter } from './lead-filter.ts';
import { id, idParams, time } from './shapes.ts';

/** Leads chosen one by one, or all that match a filter. */
export const leadSelection = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(10_000) }),
  z.strictObject({ filter: leadFilter }),
]);

const tags = z.array(z.string().trim().min(1).max(200)).min(1).max(50);

export const bulkAction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('status'), status: z.string().trim().min(1).max(100) }),
  z.strictObject({ type: z.literal('addTags'), tags }),
  z.strictObject({ type: z.literal('removeTags'), tags }),
  z.strictObject({ type: z.literal('markSold'), customerNumber: z.string().trim().min(1).max(200) }),
  z.strictObject({ type: z.literal('delete') }),
  z.strictObject({ type: z.literal('restore') }),
]);

export type BulkAction = z.infer<typeof bulkAction>;
export type LeadSelection = z.infer<typeof leadSelection>;

/** How a bulk operation stands. `changed + unchanged + refused = done`; refused: sold to another, identity taken. */
export const bulkOperation = z.object({
  id,
  action: z.enum(['status', 'addTags', 'removeTags', 'markSold', 'delete', 'restore', 'undo']),
  status: z.enum(['processing', 'completed', 'failed']),
  total: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  undone: z.boolean(),
  createdAt: time,
});

export type BulkOperation = z.infer<typeof bulkOperation>;

export const previewBulk = endpoint({
  method: 'POST',
  path: '/api/leads/bulk/preview',
  access: 'user',
  summary: 'How many leads a bulk operation would touch',
  input: { body: z.strictObject({ selection: leadSelection }) },
  status: 200,
  reply: z.object({ total: z.number().int() }),
  errors: ['invalid_input'],
});

export const startBulk = endpoint({
  method: 'POST',
  path: '/api/leads/bulk',
  access: 'user',
  summary: 'Change many leads at once; goes on by itself, see the operation for its progress',
  input: { body: z.strictObject({ selection: leadSelection, action: bulkAction }) },
  status: 201,
  reply: bulkOperation,
  errors: ['invalid_input'],
});

export const getBulk = endpoint({
  method: 'GET',
  path: '/api/leads/bulk/:id',
  access: 'user',
  summary: 'How a bulk operation stands',
  input: { params: idParams },
  status: 200,
  reply: bulkOperation,
  errors: ['not_found'],
});

export const undoBulk = endpoint({
  method: 'POST',
  path: '/api/leads/bulk/:id/undo',
  access: 'user',
  summary: 'Put back what a bulk operation changed, save leads changed since',
  input: { params: idParams },
  status: 201,
  reply: bulkOperation,
  errors: ['not_found', 'conflict'],
});

export const cleanupNoEmail = endpoint({
  method: 'POST',
  path: '/api/leads/cleanup-no-email',
  access: 'user',
  summary: 'Put every lead without an e-mail into the bin',
  input: {},
  status: 200,
  reply: z.object({ message: z.string(), deletedCount: z.number().int(), operationId: id.nullable() }),
  errors: [],
});
