import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

/** Answers with server-sent events, each of which reaches the client at once. */
export function sendEventStream(
  { eventStreams }: Pick<Metrics, 'eventStreams'>,
  reply: FastifyReply,
  events: Readable,
): void {
  eventStreams.inc();
  events.once('close', () => eventStreams.dec());
  reply
    .header('cache-control', 'no-store')
    // Otherwise nginx buffers events until its buffer is full.
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8');
  reply.send(events);
}
