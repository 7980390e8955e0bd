import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const LOOP_DELAY_MS = 100;

/** Prometheus metrics of this server. */
export interface Metrics {
  registry: Registry;
  requestDurations: Histogram;
  /** Open streams. */
  eventStreams: Gauge;
  /** Attempts by outcome. */
  backups: Counter;
  /** Seconds since 1970. */
  lastBackup: Gauge;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_DELAY_MS });
  const requestDurations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route and status; the route of the web application is web',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const eventStreams = new Gauge({
    name: 'lead_manager_event_streams',
    help: 'Open event streams: live updates, imports and their checks',
    registers: [registry],
  });
  const backups = new Counter({
    name: 'lead_manager_backups_total',
    help: 'Scheduled backups that this server tried to write, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // An alert sees only increases.
  for (const outcome of ['success', 'failure']) backups.inc({ outcome }, 0);
  const lastBackup = new Gauge({
    name: 'lead_manager_backup_last_success_timestamp_seconds',
    help: 'When the newest scheduled backup in BACKUP_FOLDER was written; 0 if there is none',
    registers: [registry],
  });
  return { registry, requestDurations, eventStreams, backups, lastBackup };
}

/** Measures answers by endpoint path. */
export function measureAnswers(app: FastifyInstance, { requestDurations }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.endpoint?.path ?? 'web';
    const labels = { method: request.method, route, status: reply.statusCode };
    requestDurations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}
