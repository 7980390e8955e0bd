import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { HttpError } from '../errors.ts';

/** Concurrent downloads of one kind per server. Each reads as long as its client takes. */
const MAX_RUNNING_DOWNLOADS = 2;
const TRY_AGAIN_SECONDS = 15;

/**
 * Creates a sender of CSV responses. It generates chunks no faster than the client takes them, and stops when
 * the client leaves.
 * @returns a function that sends the chunks under a file name; it throws HttpError too_many_requests while too
 * many downloads run
 */
export function csvDownloads(): (
  reply: FastifyReply,
  filename: string,
  chunks: AsyncIterable<Buffer>,
) => void {
  let running = 0;
  return (reply, filename, chunks) => {
    if (running >= MAX_RUNNING_DOWNLOADS) {
      throw new HttpError('too_many_requests', 'Too many downloads are running. Try again in a moment.', {
        retryAfter: TRY_AGAIN_SECONDS,
      });
    }
    running++;
    const body = Readable.from(chunks, { objectMode: false });
    body.once('close', () => {
      running--;
    });
    reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodedName(filename)}`)
      .type('text/csv; charset=utf-8');
    reply.send(body);
  };
}

/** Encodes a file name for the header. An apostrophe would end the part that names the character set. */
function encodedName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll("'", '%27');
}
