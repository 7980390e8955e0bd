import { PassThrough } from 'node:stream';
import { type ChangeEvent, changeEvent } from '#contract/events.ts';
import type { Notices } from '../../platform/events/notices.ts';
import { coalesced } from './coalesce.ts';

/** Minimum milliseconds between two events of the same type. */
const EVENT_INTERVAL_MS = 333;
/** Unread bytes after which the server drops a client as asleep; it reconnects when it wakes. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** The reader of a stream of changes. */
export interface ChangeReader {
  organizationId: string;
  /** Resolves to whether the session is still valid; checked before each change and at each heartbeat. */
  isSessionValid(): Promise<boolean>;
  heartbeatMs: number;
}

/**
 * Streams the changes of one organization as server-sent events, starting with `hello`, with comments as heartbeats.
 * Ends when the reader's session is no longer valid; destroying the stream releases all its resources.
 */
export function changeStream(notices: Pick<Notices, 'onChange'>, reader: ChangeReader): PassThrough {
  const stream = new PassThrough();
  const write = (text: string): void => {
    if (stream.destroyed || stream.writableEnded) return;
    if (stream.writableLength + stream.readableLength > MAX_UNREAD_BYTES) stream.destroy();
    else stream.write(text);
  };
  const send = (event: ChangeEvent): void => write(`data: ${JSON.stringify(changeEvent.parse(event))}\n\n`);
  const changes = coalesced(EVENT_INTERVAL_MS, (events) => {
    // Also after a failed query: the page connects again and reads everything again, so it misses nothing.
    const end = (): void => void stream.end();
    reader.isSessionValid().then((welcome) => (welcome ? events.forEach(send) : end()), end);
  });
  const forget = notices.onChange(reader.organizationId, changes.push);
  const heartbeat = setInterval(() => {
    reader.isSessionValid().then(
      (welcome) => {
        if (welcome) write(': heartbeat\n\n');
        else stream.end();
      },
      // A failed query says nothing about the session, so the stream stays open.
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
