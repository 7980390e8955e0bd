import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/pool.ts';
import { type OrganizationScope, organizationScope } from '../db/scope.ts';
import type { Notices } from '../events/notices.ts';
import type { Threads } from '../jobs/threads.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretKey } from '../security/secret-key.ts';

/** Created once at start. */
export interface Context {
  config: Pick<
    Config,
    | 'dataDir'
    | 'dataDirGiven'
    | 'databaseUrl'
    | 'host'
    | 'firstByLink'
    | 'registrationOpen'
    | 'registrationLimit'
    | 'publicUrl'
    | 'smtp'
    | 'trustProxy'
    | 'apiRateLimit'
    | 'metricsToken'
    | 'takeoverSeconds'
    | 'backups'
    | 'commit'
  >;
  db: Database;
  log: FastifyBaseLogger;
  notices: Notices;
  threads: Threads;
  metrics: Metrics;
  secretKey: SecretKey;
  outbound: Outbound;
}

/** The id must come from a session, token or job. */
export function scopeOf(context: Pick<Context, 'db'>, organizationId: string): OrganizationScope {
  return organizationScope(context.db.app, organizationId);
}
