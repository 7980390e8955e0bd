import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type PaceLimits, PaceWatch } from './pace.ts';

/** Pace of request bodies: slower than any real connection, and too much for one who holds thousands open. */
export const BODY_PACE: PaceLimits = { patienceMs: 60_000, bytesPerSecond: 4 * 1024 };

/**
 * Cuts connections whose request body trickles: of anyone, for any path, and also when the request was refused already and
 * the rest of its body is only thrown away.
 */
export function cutTricklingBodies(app: FastifyInstance, limits: PaceLimits): void {
  const pace = new PaceWatch(limits);
  app.addHook('onClose', async () => pace.close());
  // Hooks don't run for every request: not for a malformed path.
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    const stop = pace.watch({
      moved: () => socket.bytesRead,
      // With a full buffer, the client waits for the server.
      isWaiting: () => !request.complete && request.readableLength < request.readableHighWaterMark,
      cut: () => {
        if (response.headersSent) socket.destroy();
        // As Node.js ends requests whose headers take too long.
        else app.server.emit('clientError', tooSlow(), socket);
      },
    });
    request.once('close', stop);
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
