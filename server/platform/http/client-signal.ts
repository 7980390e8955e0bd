import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the client disconnects, to stop work whose result no one receives. */
export function clientSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  // A client that has already disconnected emits no further close event.
  if (raw.destroyed) leaving.abort();
  return leaving.signal;
}
