import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

const RECHECK_MS = 3_000;

/** Cuts streams and downloads once their caller loses access. */
export class OpenRequests {
  private readonly replies = new Set<FastifyReply>();
  private readonly check: (request: FastifyRequest) => Promise<void>;
  private readonly timer: NodeJS.Timeout;
  private checking = false;

  /** @param check throws an HttpError without access */
  constructor(check: (request: FastifyRequest) => Promise<void>) {
    this.check = check;
    this.timer = setInterval(() => void this.recheck(), RECHECK_MS).unref();
  }

  watch(reply: FastifyReply): void {
    this.replies.add(reply);
    reply.raw.once('close', () => this.replies.delete(reply));
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async recheck(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    // One check per session.
    for (const replies of Map.groupBy(this.replies, callOf).values()) {
      const begun = replies.filter(({ raw }) => raw.headersSent);
      const [first] = begun;
      if (first !== undefined && (await this.hasLostAccess(first))) begun.forEach(cut);
    }
    this.checking = false;
  }

  /** A failed query proves nothing about access. */
  private hasLostAccess({ request }: FastifyReply): Promise<boolean> {
    return this.check(request).then(
      () => false,
      (error: unknown) => error instanceof HttpError,
    );
  }
}

const callOf = ({ request }: FastifyReply): string =>
  [request.headers.cookie, request.ip, request.method, request.routeOptions.url].join('\n');

function cut({ request, log }: FastifyReply): void {
  log.info('an answer was cut: its caller has lost access');
  // HTTP/1.0 takes an ordinary close for the end.
  request.raw.socket.resetAndDestroy();
}
