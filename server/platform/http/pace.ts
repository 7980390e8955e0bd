import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface PaceLimits {
  /** Waiting time per measurement. */
  patienceMs: number;
  /** Minimum while the server waits for the client. */
  bytesPerSecond: number;
}

export interface Transfer {
  /** Bytes moved since any fixed moment. */
  moved(): number;
  isOver(): boolean;
  isWaiting(): boolean;
  cut(): void;
}

interface Progress {
  waitedMs: number;
  movedBefore: number;
}

/** More looks reduce the measuring error. */
const LOOKS = 12;

/** Cuts slow transfers. Only time waiting for the client counts, and an occasional byte is no progress. */
export class PaceWatch {
  private readonly watched = new Map<Transfer, Progress>();
  private readonly limits: PaceLimits;
  private readonly timer: NodeJS.Timeout;

  constructor(limits: PaceLimits) {
    this.limits = limits;
    const lookMs = limits.patienceMs / LOOKS;
    // Clock time would count suspensions of the process.
    this.timer = setInterval(() => this.look(lookMs), lookMs).unref();
  }

  /** Returns a function that ends the watch. */
  watch(transfer: Transfer): () => void {
    this.watched.set(transfer, { waitedMs: 0, movedBefore: transfer.moved() });
    return () => {
      this.watched.delete(transfer);
    };
  }

  get size(): number {
    return this.watched.size;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(sinceMs: number): void {
    const { patienceMs, bytesPerSecond } = this.limits;
    for (const [transfer, progress] of this.watched) {
      if (transfer.isOver()) {
        this.watched.delete(transfer);
        continue;
      }
      if (!transfer.isWaiting()) continue;
      progress.waitedMs += sinceMs;
      // The first look may come at once; half a look absorbs rounding.
      if (progress.waitedMs < patienceMs + sinceMs / 2) continue;
      const moved = transfer.moved();
      if (moved - progress.movedBefore >= (bytesPerSecond * patienceMs) / 1000) {
        this.watched.set(transfer, { waitedMs: 0, movedBefore: moved });
        continue;
      }
      this.watched.delete(transfer);
      transfer.cut();
    }
  }
}

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
