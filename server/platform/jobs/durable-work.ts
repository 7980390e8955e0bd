import type pg from 'pg';

/** Tries of a durable job that meets the same trouble again and again, before it is given up. */
export const JOB_TRIES = 5;

/** Work that has to be finished, no matter which server began it. */
export interface DurableWork {
  /** Its job. */
  task: string;
  /** Prefix of the job's key and of the name of its advisory lock; the work's id follows. */
  name: string;
  /** Name of the work's id in the job's payload. */
  idKey: string;
  /** The unfinished work, in SQL behind FROM: rows `w` with organization_id and id. */
  unfinished: string;
}

/** The queue waits 3 s after the first failure, 55 s after the fourth, more than two minutes after the fifth. */
const PUT_OFF_MOST = '1 minute';

/**
 * Queues again the work that no living worker has: the queue itself would wait four hours before it takes a
 * killed server's job for abandoned. Queueing one too often does no harm, since the work's lock lets one
 * worker at a time at it. A job that the queue has put off for longer than a minute, after failures, counts as nobody's
 * too: what was in the way may be gone. One that was taken within the last `startMs` may still be on its way to that lock.
 */
export async function requeueAbandonedWork(
  owner: pg.Pool,
  durable: readonly DurableWork[],
  { startMs = 0 } = {},
): Promise<void> {
  for (const { task, name, idKey, unfinished } of durable) {
    // Apart from the queue, which may be on another server than the organizations' tables.
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
