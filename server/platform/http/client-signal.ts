import type { FastifyReply } from 'fastify';

/** Aborts when the client disconnects. */
export function clientSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  // No further close event follows then.
  if (raw.destroyed) leaving.abort();
  return leaving.signal;
}
