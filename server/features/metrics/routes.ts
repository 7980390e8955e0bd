import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Registry } from 'prom-client';
import { metrics } from '#contract/health.ts';
import type { Context } from '../../platform/context/context.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { HttpError } from '../../platform/errors.ts';
import { servePublic } from '../../platform/http/bind.ts';
import { isKnownHost } from '../../platform/http/known-host.ts';
import { canonicalAddress } from '../../platform/security/allow-list.ts';
import { isSameSecret } from '../../platform/security/same-secret.ts';
import { countImportedRows, countJobs, databaseBytes, readBacklog } from './reads.ts';

const DATABASE_PATIENCE_MS = 2_000;
const BEARER = /^Bearer +(\S+)$/i;
const LOOPBACK = /^(?:127\.|::1$)/;
/** Such a call comes from elsewhere, whatever its socket says. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** Serves this machine, or callers with METRICS_TOKEN. */
export function metricsRoutes(app: FastifyInstance, context: Context): void {
  const shared = new Registry();
  const readDatabase = databaseMetrics(context, shared);
  poolMetrics(context, shared);
  poolLimits(context, shared);
  diskMetrics(context, shared);
  const registry = Registry.merge([context.metrics.registry, shared]);

  servePublic(app, metrics, async (_input, { request, reply }) => {
    const isLocal =
      // Not `addressOf`: a forwarded request without an address isn't local.
      LOOPBACK.test(canonicalAddress(request.ip)) &&
      !isForwarded(request, context) &&
      isKnownHost(request.host, context.config);
    if (!isLocal && !hasToken(request, context.config.metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpError(
        'unauthenticated',
        'Send METRICS_TOKEN as a Bearer token, or call from this machine',
      );
    }
    await readDatabase();
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

/** Detects an untrusted proxy. */
function isForwarded({ headers }: FastifyRequest, { config }: Context): boolean {
  return config.trustProxy.length === 0 && PROXY_HEADERS.some((name) => headers[name] !== undefined);
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const given = BEARER.exec(headers.authorization ?? '')?.[1];
  return given !== undefined && token !== null && isSameSecret(given, token);
}

function poolMetrics({ db }: Context, registry: Registry): void {
  const pools = { app: db.app, pipelined: db.pipelined, owner: db.owner, locks: db.locks };
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

function poolLimits({ db }: Context, registry: Registry): void {
  const limit = new Gauge({
    name: 'lead_manager_pool_connections_max',
    help: 'Most connections of each pool',
    labelNames: ['pool'],
    registers: [registry],
  });
  for (const pool of ['app', 'pipelined', 'owner', 'locks'] as const) limit.set({ pool }, db.shares[pool]);
}

/** File systems that this server writes on. */
function diskMetrics({ config }: Context, registry: Registry): void {
  const folders = {
    ...(config.databaseUrl === null && { data: dataFolder(config) }),
    ...(config.backups !== null && { backups: config.backups.folder }),
  };
  if (Object.keys(folders).length === 0) return;
  const gauge = (name: string, help: string, blocksOf: (found: StatsFs) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [registry],
      async collect() {
        for (const [folder, path] of Object.entries(folders)) {
          const found = await statfs(path).catch(() => null);
          if (found !== null) this.set({ folder }, blocksOf(found) * found.bsize);
        }
      },
    });
  };
  gauge('lead_manager_disk_free_bytes', 'Room left where a folder is', ({ bavail }) => bavail);
  gauge('lead_manager_disk_bytes', 'Size of the file system where a folder is', ({ blocks }) => blocks);
}

/** Values are the same on every server. Returns a function that reads them. */
function databaseMetrics({ db }: Context, registry: Registry): () => Promise<void> {
  const registers = [registry];
  const up = new Gauge({ name: 'lead_manager_database_up', help: 'Whether the database answers', registers });
  const size = new Gauge({
    name: 'lead_manager_database_bytes',
    help: 'Size of the database, without its write-ahead log',
    registers,
  });
  const jobs = new Gauge({
    name: 'lead_manager_jobs',
    help: 'Jobs in the queue by task and state: waiting, running, scheduled for later, failed for good',
    labelNames: ['task', 'state'],
    registers,
  });
  const ages = new Gauge({
    name: 'lead_manager_job_age_seconds',
    help: 'Time that the oldest waiting job of a task has waited',
    labelNames: ['task'],
    registers,
  });
  const unindexed = new Gauge({
    name: 'lead_manager_index_lag_leads',
    help: 'Leads and changes of leads that the lead index does not have yet; searches read them one by one',
    registers,
  });
  const sealAge = new Gauge({
    name: 'lead_manager_audit_seal_age_seconds',
    help: 'Age of the oldest entry of an audit trail that is not sealed yet',
    registers,
  });
  const rows = new Counter({
    name: 'lead_manager_import_rows_total',
    help: 'Rows of all imports by outcome',
    labelNames: ['outcome'],
    registers,
  });
  return async () => {
    const reading = readAll(db.owner).catch(() => null);
    const read = await Promise.race([reading, wait(DATABASE_PATIENCE_MS, null, { ref: false })]);
    up.set(read === null ? 0 : 1);
    jobs.reset();
    ages.reset();
    if (read === null) return;
    size.set(read.bytes);
    unindexed.set(read.backlog?.unindexed ?? 0);
    sealAge.set(read.backlog?.sealAge ?? 0);
    for (const { task, age, ...states } of read.jobs) {
      ages.set({ task }, age);
      for (const [state, count] of Object.entries(states)) jobs.set({ task, state }, count);
    }
    rows.reset();
    for (const [outcome, count] of Object.entries(read.rows ?? {})) rows.inc({ outcome }, count);
  };
}

/** In sequence, because the job queue needs the other connections. */
async function readAll(owner: Context['db']['owner']) {
  return {
    jobs: await countJobs(owner),
    rows: await countImportedRows(owner),
    backlog: await readBacklog(owner),
    bytes: await databaseBytes(owner),
  };
}
