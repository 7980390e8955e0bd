import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, messageReply, time } from './shapes.ts';

export const session = z.object({
  id,
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: time,
  lastSeenAt: time,
  /** Whether this session made the call. */
  current: z.boolean(),
});

export type Session = z.infer<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'user',
  reply: z.array(session),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  access: 'user',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end-others',
  access: 'user',
  reply: z.object({ message: z.string(), ended: z.int() }),
});
