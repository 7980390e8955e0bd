import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Bytes buffered for the client before reading pauses. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/**
 * Milliseconds without progress after which a client counts as gone. An export holds a database connection all the
 * while.
 */
const STALL_TIMEOUT_MS = 60_000;

/** A file being streamed to a client. */
export interface Download {
  /** Aborted when the client disconnects before the end. */
  signal: AbortSignal;
  /** The response body. */
  body: PassThrough;
  /** Resolves when the client can take more. Rejects when the client is gone or has taken nothing for a minute. */
  write(bytes: Buffer): Promise<void>;
}

/** Returns a download that streams to the client of `reply`. */
export function downloadTo(reply: FastifyReply): Download {
  const body = new PassThrough({ highWaterMark: MAX_BUFFERED_BYTES });
  const gone = new AbortController();
  // The response reports success or failure; a body error adds no information.
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
      await once(body, 'drain', {
        signal: AbortSignal.any([gone.signal, AbortSignal.timeout(STALL_TIMEOUT_MS)]),
      });
    },
  };
}
