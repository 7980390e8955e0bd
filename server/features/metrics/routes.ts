import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Registry } from 'prom-client';
import { metrics } from '#contract/health.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { servePublic } from '../../platform/http/bind.ts';
import { countImportedRows, countJobs } from './reads.ts';

/** Milliseconds that the figures wait for the database. */
const DATABASE_PATIENCE_MS = 2_000;
const BEARER = /^Bearer +(\S+)$/i;
const LOOPBACK = /^(?:127\.|::1$)/;
/** Headers of a proxy. A call that has one comes from elsewhere, whatever its socket says. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** Registers the figures for Prometheus, for callers on this machine or with the token of METRICS_TOKEN. */
export function metricsRoutes(app: FastifyInstance, context: Context): void {
  const shared = new Registry();
  const readDatabase = databaseMetrics(context, shared);
  poolMetrics(context, shared);
  const registry = Registry.merge([context.metrics.registry, shared]);

  servePublic(app, metrics, async (_input, { origin, request, reply }) => {
    const isLocal = LOOPBACK.test(origin.ipAddress) && !isForwarded(request, context);
    if (!isLocal && !hasToken(request, context.config.metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpError('unauthenticated', 'Send the token of METRICS_TOKEN, or call from this machine');
    }
    await readDatabase();
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

/** Returns whether a proxy that the server doesn't trust passed the call on. */
function isForwarded({ headers }: FastifyRequest, { config }: Context): boolean {
  return config.trustProxy.length === 0 && PROXY_HEADERS.some((name) => headers[name] !== undefined);
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const given = BEARER.exec(headers.authorization ?? '')?.[1];
  if (given === undefined || token === null) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

/** Registers the use of the connection pools. */
function poolMetrics({ db }: Context, registry: Registry): void {
  const pools = { app: db.app, pipelined: db.pipelined, owner: db.owner };
  new Gauge({
    name: 'lead_manager_pool_connections',
    help: 'Connections of each pool that are busy or idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/** Registers what the database knows, the same on every server; returns a function that reads it. */
function databaseMetrics({ db }: Context, registry: Registry): () => Promise<void> {
  const registers = [registry];
  const up = new Gauge({ name: 'lead_manager_database_up', help: 'Whether the database answers', registers });
  const jobs = new Gauge({
    name: 'lead_manager_jobs',
    help: 'Jobs in the queue by task and state: waiting, running, scheduled for later, failed for good',
    labelNames: ['task', 'state'],
    registers,
  });
  const rows = new Counter({
    name: 'lead_manager_import_rows_total',
    help: 'Rows of all imports by outcome',
    labelNames: ['outcome'],
    registers,
  });
  return async () => {
    const reading = Promise.all([countJobs(db.owner), countImportedRows(db.owner)]).catch(() => null);
    const read = await Promise.race([reading, wait(DATABASE_PATIENCE_MS, null, { ref: false })]);
    up.set(read === null ? 0 : 1);
    jobs.reset();
    if (read === null) return;
    for (const { task, ...states } of read[0]) {
      for (const [state, count] of Object.entries(states)) jobs.set({ task, state }, count);
    }
    rows.reset();
    for (const [outcome, count] of Object.entries(read[1] ?? {})) rows.inc({ outcome }, count);
  };
}
