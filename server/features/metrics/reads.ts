import type pg from 'pg';

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
}

/** Rows of all imports by their outcome. */
export interface ImportedRows {
  imported: number;
  updated: number;
  duplicates: number;
  skipped: number;
  errors: number;
}

/** Counts the jobs of the queue, which all servers share. */
export async function countJobs(owner: pg.Pool): Promise<JobCounts[]> {
  const { rows } = await owner.query<JobCounts>(
    `SELECT task_identifier AS task,
       count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL) AS failed,
       count(*) FILTER (WHERE locked_at IS NOT NULL) AS running,
       count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now()) AS waiting,
       count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at > now()) AS scheduled
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
