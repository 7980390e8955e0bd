import { PassThrough } from 'node:stream';
import { type ChangeEvent, changeEvent } from '#contract/events.ts';
import type { Notices } from '../../platform/events/notices.ts';
import { coalesced } from './coalesce.ts';

/** A change of one type is told at most once in this time (milliseconds). */
const TOLD_EVERY_MS = 333;
/** A client that leaves this much unread has gone to sleep; it connects again when it wakes (bytes). */
const UNREAD_BYTES = 64 * 1024;

/** What a stream of changes needs to know of its reader. */
export interface ChangeReader {
  organizationId: string;
  /** Whether the session goes on; asked at each heartbeat. */
  isWelcome(): Promise<boolean>;
  heartbeatMs: number;
}

/**
 * The changes of one organization as server events, `hello` first, a comment as heartbeat. Ends when the reader is no
 * longer welcome; gives up all it holds when it is destroyed.
 */
export function changeStream(notices: Pick<Notices, 'onChange'>, reader: ChangeReader): PassThrough {
  const stream = new PassThrough();
  const write = (text: string): void => {
    if (stream.destroyed || stream.writableEnded) return;
    if (stream.writableLength + stream.readableLength > UNREAD_BYTES) stream.destroy();
    else stream.write(text);
  };
  const send = (event: ChangeEvent): void => write(`data: ${JSON.stringify(changeEvent.parse(event))}\n\n`);
  const changes = coalesced(TOLD_EVERY_MS, send);
  const forget = notices.onChange(reader.organizationId, changes.push);
  const heartbeat = setInterval(() => {
    reader.isWelcome().then(
      (welcome) => {
        if (welcome) write(': heartbeat\n\n');
        else stream.end();
      },
      // A database that does not answer right now says nothing of the session.
      () => write(': heartbeat\n\n'),
    );
  }, reader.heartbeatMs);
  stream.once('close', () => {
    forget();
    changes.stop();
    clearInterval(heartbeat);
  });
  send({ type: 'hello' });
  return stream;
}
