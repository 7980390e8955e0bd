import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/pool.ts';
import { type OrganizationScope, organizationScope } from '../db/scope.ts';
import type { Notices } from '../events/notices.ts';
import type { Threads } from '../jobs/threads.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { SecretKey } from '../security/secret-key.ts';

/** Shared services of the server, created once at start. Tests override single members. */
export interface Context {
  config: Pick<
    Config,
    | 'host'
    | 'registrationOpen'
    | 'registrationLimit'
    | 'publicUrl'
    | 'trustProxy'
    | 'apiRateLimit'
    | 'metricsToken'
    | 'takeoverSeconds'
    | 'backups'
    | 'commit'
  >;
  db: Database;
  log: FastifyBaseLogger;
  /** Notifications of changes that other connections and servers committed. */
  notices: Notices;
  /** Threads for work that would block requests. */
  threads: Threads;
  /** Figures for Prometheus. */
  metrics: Metrics;
  /** Key that encrypts secrets in the database. */
  secretKey: SecretKey;
}

/** Returns the scope of an organization, whose id must come from a session, a token or a job. */
export function scopeOf(context: Pick<Context, 'db'>, organizationId: string): OrganizationScope {
  return organizationScope(context.db.app, organizationId);
}
