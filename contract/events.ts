import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

/** Clients refetch the changed data. */
export const changeEvent = z.discriminatedUnion('type', [
  /** Sent first, and again when events may have been lost. */
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('leads') }),
  z.object({ type: z.literal('imports'), importId: id }),
  z.object({ type: z.literal('fields') }),
  z.object({ type: z.literal('drafts') }),
  z.object({ type: z.literal('grids'), uploadId: id }),
  z.object({ type: z.literal('queue') }),
]);

export type ChangeEvent = z.infer<typeof changeEvent>;

export const changes = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'user',
  summary: 'Server events: what others of the organization change, within a second',
  input: {},
  replies: 'stream',
  status: 200,
  reply: changeEvent,
  errors: ['too_many_requests'],
});
