import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/pool.ts';
import { type OrganizationScope, organizationScope } from '../db/scope.ts';
import type { Notices } from '../events/notices.ts';
import type { Threads } from '../jobs/threads.ts';
import type { SecretKey } from '../security/secret-key.ts';

/** What the parts of the server are handed, made once at start. Tests override single members. */
export interface Context {
  config: Pick<Config, 'registrationOpen' | 'publicUrl' | 'trustProxy' | 'apiRateLimit'>;
  db: Database;
  log: FastifyBaseLogger;
  /** Word of what other connections and servers committed. */
  notices: Notices;
  /** Threads for work that would hold up answers. */
  threads: Threads;
  /** Seals what must not be readable in the database. */
  secretKey: SecretKey;
}

/** The right to work with an organization's data, for an id taken from a session, a token or a job. */
export function scopeOf(context: Pick<Context, 'db'>, organizationId: string): OrganizationScope {
  return organizationScope(context.db.app, organizationId);
}
