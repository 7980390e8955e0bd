import type { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { changes } from '#contract/events.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { serveRaw } from '../../platform/http/bind.ts';
import { sessionCookie } from '../../platform/http/cookies.ts';
import { sendEventStream } from '../../platform/http/event-stream.ts';
import { isSessionOpen } from '../../platform/security/sessions.ts';
import { changeStream } from './change-stream.ts';

/** Some proxies close connections idle for 30 seconds. */
const HEARTBEAT_MS = 20_000;
/** Each page opens one. */
const MAX_STREAMS_PER_USER = 20;

export function eventRoutes(app: FastifyInstance, context: Context): void {
  const open = new Map<string, Set<PassThrough>>();
  app.addHook('preClose', async () => {
    for (const streams of open.values()) for (const stream of streams) stream.end();
  });

  serveRaw(app, context, changes, async ({ account, origin, request, reply }) => {
    const mine = open.get(account.id) ?? new Set();
    if (mine.size >= MAX_STREAMS_PER_USER) {
      throw new HttpError('too_many_requests', 'Too many pages are open. Close some of them.', {
        retryAfter: HEARTBEAT_MS / 1000,
      });
    }
    const token = sessionCookie(request) ?? '';
    const stream = changeStream(context.notices, {
      organizationId: account.organizationId,
      isSessionValid: () => isSessionOpen(context.db.app, token, origin.ipAddress),
      heartbeatMs: HEARTBEAT_MS,
    });
    open.set(account.id, mine.add(stream));
    stream.once('close', () => {
      mine.delete(stream);
      if (mine.size === 0) open.delete(account.id);
    });
    sendEventStream(context.metrics, reply, stream);
  });
}
