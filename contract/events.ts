import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

/** Notification that data of the organization changed; clients fetch the new state themselves. */
export const changeEvent = z.discriminatedUnion('type', [
  /** First event of a stream; sent again when events may have been lost, so earlier replies may be stale. */
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('leads') }),
  z.object({ type: z.literal('imports'), importId: id }),
  z.object({ type: z.literal('fields') }),
  /** A draft of an import was changed, discarded or imported. */
  z.object({ type: z.literal('drafts') }),
  /** The grid of an upload changed. */
  z.object({ type: z.literal('grids'), uploadId: id }),
  /** The files of a Multi-File Import changed. */
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
