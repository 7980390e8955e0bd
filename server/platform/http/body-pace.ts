import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type PaceLimits, PaceWatch } from './pace.ts';

/** Slower than any real connection, too costly to hold thousands open. */
export const BODY_PACE: PaceLimits = { patienceMs: 60_000, bytesPerSecond: 4 * 1024 };

/** Cuts slow bodies, even of refused requests. */
export function cutTricklingBodies(app: FastifyInstance, limits: PaceLimits): void {
  const pace = new PaceWatch(limits);
  app.addHook('onClose', async () => pace.close());
  const watched = new WeakSet<IncomingMessage>();
  const watch = (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request) || watched.has(request)) return;
    watched.add(request);
    const { socket } = request;
    const stop = pace.watch({
      moved: () => socket.bytesRead,
      isOver: () => request.complete || socket.destroyed,
      // The buffer is full while the client waits.
      isWaiting: () => request.readableLength < request.readableHighWaterMark,
      cut: () => {
        if (response.headersSent) socket.destroy();
        // As Node.js does for slow headers.
        else app.server.emit('clientError', tooSlow(), socket);
      },
    });
    // Missing if the connection closes after the answer; the watch ends anyway.
    request.once('close', stop);
  };
  // Hooks skip malformed paths; Expect headers have their own event.
  app.server.on('request', watch);
  app.addHook('onRequest', (request, reply, done) => {
    watch(request.raw, reply.raw);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function tooSlow(): Error {
  return Object.assign(new Error('The request body arrived too slowly'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
}
