import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

/** Word that something of the organization changed; what it is now, the receiver asks for. */
export const changeEvent = z.discriminatedUnion('type', [
  /** The first event, and again whenever word may have been lost: what was asked for before may be stale. */
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('leads') }),
  z.object({ type: z.literal('imports'), importId: id }),
  z.object({ type: z.literal('fields') }),
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
