import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Refusal } from '../errors.ts';

/** Downloads of one kind at once in one server: each keeps reading for as long as its client takes. */
const AT_ONCE = 2;
const TRY_AGAIN_SECONDS = 15;

/**
 * Answers with CSV as it is made: no faster than the client takes it, and no longer than it is there.
 * @returns sends the chunks under a file name; refuses with too_many_requests while too many are under way
 */
export function csvDownloads(): (
  reply: FastifyReply,
  filename: string,
  chunks: AsyncIterable<Buffer>,
) => void {
  let running = 0;
  return (reply, filename, chunks) => {
    if (running >= AT_ONCE) {
      throw new Refusal('too_many_requests', 'Too many downloads are running. Try again in a moment.', {
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

/** A name as headers take it; an apostrophe would end the part that names the character set. */
function encodedName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll("'", '%27');
}
