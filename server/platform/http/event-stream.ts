import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

export function sendEventStream(
  { eventStreams }: Pick<Metrics, 'eventStreams'>,
  reply: FastifyReply,
  events: Readable,
): void {
  eventStreams.inc();
  events.once('close', () => eventStreams.dec());
  reply
    .header('cache-control', 'no-store')
    // nginx would buffer events.
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8');
  reply.send(events);
}
