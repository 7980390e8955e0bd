import { PassThrough } from 'node:stream';
import { type ChangeEvent, changeEvent, type LeadsEvent, MAX_NAMED_LEADS } from '#contract/events.ts';
import type { Notices } from '../../platform/events/notices.ts';

/**
 * Delivers at most once per type and interval: the first change at once, later changes collected without
 * repetitions, those of leads as one.
 */
export function coalesced(
  everyMs: number,
  send: (events: readonly ChangeEvent[]) => void,
): { push(event: ChangeEvent): void; stop(): void } {
  const waiting = new Map<ChangeEvent['type'], Map<string, ChangeEvent>>();
  const timers = new Map<ChangeEvent['type'], NodeJS.Timeout>();
  const pass = (type: ChangeEvent['type']): void => {
    const held = waiting.get(type);
    waiting.delete(type);
    if (held === undefined) {
      timers.delete(type);
      return;
    }
    timers.set(
      type,
      setTimeout(() => pass(type), everyMs),
    );
    send([...held.values()]);
  };
  return {
    push: (event) => {
      const held = waiting.get(event.type) ?? new Map<string, ChangeEvent>();
      const subject = subjectOf(event);
      const before = held.get(subject);
      const both = before?.type === 'leads' && event.type === 'leads' ? merged(before, event) : event;
      waiting.set(event.type, held.set(subject, both));
      if (!timers.has(event.type)) pass(event.type);
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Returns the event's record id, '' for all records of its type. */
function subjectOf(event: ChangeEvent): string {
  if (event.type === 'imports') return event.importId;
  return event.type === 'grids' ? event.uploadId : '';
}

function merged(a: LeadsEvent, b: LeadsEvent): LeadsEvent {
  const ids = a.ids && b.ids && [...new Set([...a.ids, ...b.ids])];
  const aspects = [...new Set([...a.aspects, ...b.aspects])];
  return { type: 'leads', aspects, ids: ids !== null && ids.length > MAX_NAMED_LEADS ? null : ids };
}

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
