import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

const MAX_BUFFERED_BYTES = 256 * 1024;

export interface Download {
  /** Aborts if the client leaves early or is dropped. */
  signal: AbortSignal;
  body: PassThrough;
  /** Rejects once the client is gone. */
  write(bytes: Buffer): Promise<void>;
}

export function downloadTo(reply: FastifyReply): Download {
  const body = new PassThrough({ highWaterMark: MAX_BUFFERED_BYTES });
  const gone = new AbortController();
  // The response reports success or failure.
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
