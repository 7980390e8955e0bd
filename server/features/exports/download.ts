import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Bytes buffered for the client before reading pauses. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** A file being streamed to a client. */
export interface Download {
  /** Aborted when the client disconnects, or is dropped, before the end. */
  signal: AbortSignal;
  /** The response body. */
  body: PassThrough;
  /** Resolves when the client can take more. Rejects when the client is gone or was dropped. */
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
      await once(body, 'drain', { signal: gone.signal });
    },
  };
}
