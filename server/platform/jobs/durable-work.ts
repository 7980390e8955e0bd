import type pg from 'pg';

export const JOB_TRIES = 5;

/** Work that must finish on any server. */
export interface DurableWork {
  task: string;
  /** Prefix of job key and advisory lock. */
  name: string;
  /** The id's name in the payload. */
  idKey: string;
  /** SQL after FROM: `w` with organization_id and id. */
  unfinished: string;
}

/** The queue waits 3 s after the first failure, over two minutes after the fifth. */
const PUT_OFF_MOST = '1 minute';

/**
 * Requeues work without a living worker, because the queue waits four hours for a killed server. The work's
 * lock makes duplicates harmless. `startMs`: time in which a taken job reaches its lock.
 */
export async function requeueAbandonedWork(
  owner: pg.Pool,
  durable: readonly DurableWork[],
  { startMs = 0 } = {},
): Promise<void> {
  for (const { task, name, idKey, unfinished } of durable) {
    // The queue may be on another server.
    const { rows: works } = await owner.query(`SELECT w.organization_id, w.id FROM ${unfinished}`);
    if (works.length === 0) continue;
    await owner.query(
      `SELECT graphile_worker.add_job('${task}',
         json_build_object('organizationId', w.organization_id, '${idKey}', w.id),
         job_key => '${name}' || w.id, max_attempts => 25)
       FROM json_to_recordset($3) AS w (organization_id uuid, id uuid)
       WHERE NOT EXISTS (
           SELECT FROM graphile_worker.jobs j
           WHERE j.key = '${name}' || w.id
             AND CASE WHEN j.locked_at IS NULL THEN j.run_at < now() + $1::interval
               ELSE j.locked_at > now() - make_interval(secs => $2::float8 / 1000) END)
         AND NOT EXISTS (
           SELECT FROM pg_locks l
           WHERE l.locktype = 'advisory' AND l.granted
             AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND (l.classid::int8 << 32) | l.objid::int8 = hashtextextended('${name}' || w.id, 0))`,
      [PUT_OFF_MOST, startMs, JSON.stringify(works)],
    );
  }
}
