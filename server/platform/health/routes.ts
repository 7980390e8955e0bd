import type { FastifyInstance } from 'fastify';
import { healthz, readyz } from '#contract/health.ts';
import type { Context } from '../context/context.ts';
import { isCurrent } from '../db/migrate.ts';
import { HttpError } from '../errors.ts';
import { servePublic } from '../http/bind.ts';
import { readVersion } from '../version.ts';

export function healthRoutes(app: FastifyInstance, context: Context): void {
  const version = readVersion(context.config.commit);
  servePublic(app, healthz, async () => ({ status: 'ok' as const, version }));

  servePublic(app, readyz, async (_input, { request }) => {
    const ready = await isCurrent(context.db.owner).catch((error: unknown) => {
      request.log.warn({ err: error }, "the database isn't responding");
      return false;
    });
    if (!ready) throw new HttpError('unavailable', "The database isn't ready");
    return { status: 'ok' as const };
  });
}
