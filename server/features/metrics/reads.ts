import type pg from 'pg';
import { SERVER_OF_NAME } from '../../platform/db/connection-name.ts';

/** Number of jobs of a task in each state. */
export interface JobCounts {
  task: string;
  /** Could run at once. */
  waiting: number;
  running: number;
  /** Due later, such as the next try of one that failed. */
  scheduled: number;
  /** Given up. */
  failed: number;
  /** Seconds for which the oldest job that could run has waited; 0 when none does. */
  age: number;
}

/** How far the work that follows every write is behind. */
export interface Backlog {
  /** Leads and changes of leads that the lead index doesn't have yet. */
  unindexed: number;
  /** Seconds since the oldest entry of an audit trail that is not sealed yet; 0 when all are. */
  sealAge: number;
}

/** Leads up to which the unindexed ones of an organization are counted. */
const MOST_UNINDEXED = 100_000;

/** Rows of all imports by their outcome. */
export interface ImportedRows {
  imported: number;
  updated: number;
  duplicates: number;
  skipped: number;
  errors: number;
}

/**
 * Condition on a job that a worker has. A killed server's job keeps its lock for hours: queued again, it has no tries and no key
 * left, or it was taken before any living server started.
 */
const RUNNING = `locked_at IS NOT NULL AND NOT (attempts >= max_attempts AND key IS NULL)
  AND locked_at >= (SELECT min(backend_start) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ ${SERVER_OF_NAME})`;

/** Counts the jobs of the queue, which all servers share. */
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

/** Counts the rows of the imports of all organizations. */
export async function countImportedRows(owner: pg.Pool): Promise<ImportedRows | undefined> {
  const { rows } = await owner.query<ImportedRows>(
    `SELECT coalesce(sum(imported), 0)::int8 AS imported, coalesce(sum(updated), 0)::int8 AS updated,
       coalesce(sum(duplicates), 0)::int8 AS duplicates, coalesce(sum(skipped), 0)::int8 AS skipped,
       coalesce(sum(errors), 0)::int8 AS errors
     FROM imports`,
  );
  return rows[0];
}

/** Reads how far the lead index and the audit trail are behind, over all organizations. */
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
