import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Bytes that wait for the client before the reading pauses. */
const WAITING_BYTES = 256 * 1024;
/** A client that takes nothing for so long is taken for gone: its export holds a connection (milliseconds). */
const STALLED_MS = 60_000;

/** A file on its way to a client. */
export interface Download {
  /** Aborted when the client goes away before the end. */
  signal: AbortSignal;
  /** The answer's body. */
  body: PassThrough;
  /** Resolves when more may come; rejects when the client is gone or takes nothing for a minute. */
  write(bytes: Buffer): Promise<void>;
}

/** A download to the client of `reply`. */
export function downloadTo(reply: FastifyReply): Download {
  const body = new PassThrough({ highWaterMark: WAITING_BYTES });
  const gone = new AbortController();
  // Its end, complete or not, is told by the answer; an error of the body says nothing more.
  body.on('error', () => undefined);
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The client went away'));
  });
  return {
    signal: gone.signal,
    body,
    write: async (bytes) => {
      gone.signal.throwIfAborted();
      if (body.write(bytes)) return;
      await once(body, 'drain', { signal: AbortSignal.any([gone.signal, AbortSignal.timeout(STALLED_MS)]) });
    },
  };
}
