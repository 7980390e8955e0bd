import type pg from 'pg';
import { SERVER_OF_NAME } from '../../platform/db/connection-name.ts';

export interface JobCounts {
  task: string;
  /** Ready to run. */
  waiting: number;
  running: number;
  /** Due later, such as retries. */
  scheduled: number;
  /** Given up. */
  failed: number;
  /** Seconds that the oldest ready job has waited, else 0. */
  age: number;
}

/** Delay of the work after writes. */
export interface Backlog {
  /** Leads and changes missing from the lead index. */
  unindexed: number;
  /** Seconds since the oldest unsealed audit entry, else 0. */
  sealAge: number;
}

/** Counting limit per organization. */
const MOST_UNINDEXED = 100_000;

/** By outcome. */
export interface ImportedRows {
  imported: number;
  updated: number;
  duplicates: number;
  skipped: number;
  errors: number;
}

/**
 * A killed server's job stays locked for hours: requeued it has no tries and key left, or its lock predates all
 * living servers.
 */
const RUNNING = `locked_at IS NOT NULL AND NOT (attempts >= max_attempts AND key IS NULL)
  AND locked_at >= (SELECT min(backend_start) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ ${SERVER_OF_NAME})`;

/** The queue is shared by all servers. */
export async function countJobs(owner: pg.Pool): Promise<JobCounts[]> {
  const { rows } = await owner.query<JobCounts>(
    `SELECT task_identifier AS task,
       count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL) AS failed,
       count(*) FILTER (WHERE ${RUNNING}) AS running,
       count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now()) AS waiting,
       count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at > now()) AS scheduled,
       coalesce(extract(epoch FROM now() - min(run_at)
         FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())), 0)::float8 AS age
     FROM graphile_worker.jobs GROUP BY 1`,
  );
  return rows;
}

export async function countImportedRows(owner: pg.Pool): Promise<ImportedRows | undefined> {
  const { rows } = await owner.query<ImportedRows>(
    `SELECT coalesce(sum(imported), 0)::int8 AS imported, coalesce(sum(updated), 0)::int8 AS updated,
       coalesce(sum(duplicates), 0)::int8 AS duplicates, coalesce(sum(skipped), 0)::int8 AS skipped,
       coalesce(sum(errors), 0)::int8 AS errors
     FROM imports`,
  );
  return rows[0];
}

export async function databaseBytes(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return rows[0]?.bytes ?? 0;
}

/** Covers all organizations. */
export async function readBacklog(owner: pg.Pool): Promise<Backlog | undefined> {
  const { rows } = await owner.query<Backlog>(
    `SELECT (
       (SELECT count(*) FROM (SELECT 1 FROM lead_change_log LIMIT $1) AS changes)
       + (SELECT coalesce(sum(newer.leads), 0) FROM lead_index i CROSS JOIN LATERAL (
           SELECT count(*) AS leads FROM (
             SELECT 1 FROM leads l WHERE l.organization_id = i.organization_id AND l.id >= i.watermark LIMIT $1) AS l
         ) AS newer))::int8 AS unindexed,
       coalesce((SELECT extract(epoch FROM now() - min(created_at)) FROM audit_logs WHERE sequence IS NULL), 0)::float8
         AS "sealAge"`,
    [MOST_UNINDEXED],
  );
  return rows[0];
}
