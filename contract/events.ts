import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EVENTS_PATH, LEAD_CHANGES } from './live-paths.ts';
import { id } from './shapes.ts';

export type LeadAspect = (typeof LEAD_CHANGES)[number];

/** More changed leads than these are announced without their ids. */
export const MAX_NAMED_LEADS = 100;

/** Clients refetch the changed data. */
export const changeEvent = z.discriminatedUnion('type', [
  /** Sent first, and again when events may have been lost. */
  z.object({ type: z.literal('hello') }),
  z.object({
    type: z.literal('leads'),
    aspects: z.array(z.enum(LEAD_CHANGES)),
    /** Null for many leads. */
    ids: z.array(id).max(MAX_NAMED_LEADS).nullable(),
  }),
  z.object({ type: z.literal('imports'), importId: id }),
  z.object({ type: z.literal('fields') }),
  z.object({ type: z.literal('drafts') }),
  z.object({ type: z.literal('grids'), uploadId: id }),
  z.object({ type: z.literal('queue') }),
  /** Deliveries of orders. */
  z.object({ type: z.literal('deliveries') }),
]);

export type ChangeEvent = z.infer<typeof changeEvent>;
export type LeadsEvent = Extract<ChangeEvent, { type: 'leads' }>;

export const changes = endpoint({
  method: 'GET',
  path: EVENTS_PATH,
  access: 'user',
  replies: 'stream',
  reply: changeEvent,
  errors: ['too_many_requests'],
});
