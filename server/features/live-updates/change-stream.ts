import { PassThrough } from 'node:stream';
import { type ChangeEvent, changeEvent } from '#contract/events.ts';
import type { Notices } from '../../platform/events/notices.ts';
import { coalesced } from './coalesce.ts';

/** Per type of event. */
const EVENT_INTERVAL_MS = 333;
/** Beyond this the client counts as asleep; it reconnects on waking. */
const MAX_UNREAD_BYTES = 64 * 1024;

export interface ChangeReader {
  organizationId: string;
  /** Checked before each change and at each heartbeat. */
  isSessionValid(): Promise<boolean>;
  heartbeatMs: number;
}

/**
 * Streams an organization's changes as server-sent events, starting with `hello`. Ends with the session;
 * destroying the stream releases its resources.
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
    // After a failed query too: on reconnecting, the page rereads everything.
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
      // A failed query proves nothing about the session.
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
