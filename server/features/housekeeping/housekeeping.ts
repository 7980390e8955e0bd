import type pg from 'pg';
import { z } from 'zod';
import { IDEMPOTENCY_HOURS } from '#contract/public-api.ts';
import { SESSION_IDLE } from '../../platform/security/sessions.ts';

/** What the job that works on an import is given; never the file's content. */
export const importJob = z.object({ organizationId: z.uuid(), importId: z.uuid() });

/** Files are kept this long after their upload; those that an import has read serve its report for longer. */
const UPLOADS_KEPT = '24 hours';
const IMPORTED_KEPT = '30 days';

/** What the job that works on a bulk operation is given. */
export const bulkJob = z.object({ organizationId: z.uuid(), operationId: z.uuid() });

/** What the job that removes a deleted field's values is given. */
export const fieldJob = z.object({ organizationId: z.uuid(), fieldId: z.uuid() });

/** What the job that looks for duplicates is given. */
export const scanJob = z.object({ organizationId: z.uuid() });

/** Leads stay in the bin this long. */
const BIN_KEPT = '30 days';
/** Leads that are removed for good in one transaction. */
const BIN_BATCH = 2_000;

/** What became of the rows of a list is kept this long. */
const REPORTS_KEPT = '30 days';
/** Rows of reports that are removed in one transaction. */
const REPORT_BATCH = 10_000;

/** Work that has to be finished whoever began it: its job, the name of its lock and key, and where it stands. */
const DURABLE = [
  {
    task: 'run_import',
    name: 'import:',
    idKey: 'importId',
    unfinished: "imports w WHERE w.status = 'processing'",
  },
  {
    task: 'undo_import',
    name: 'import-undo:',
    idKey: 'importId',
    unfinished: "import_undos w WHERE w.status = 'processing'",
  },
  {
    task: 'run_bulk',
    name: 'bulk:',
    idKey: 'operationId',
    unfinished: "bulk_operations w WHERE w.status = 'processing'",
  },
  {
    task: 'remove_field_values',
    name: 'field:',
    idKey: 'fieldId',
    unfinished: 'custom_fields w WHERE w.deleted_at IS NOT NULL',
  },
] as const;

/** The queue waits 3 s after the first failure, 55 s after the fourth, more than two minutes after the fifth. */
const PUT_OFF_MOST = '1 minute';

/**
 * Queues again the work that no living worker has: the queue itself would wait four hours before it takes a
 * killed server's job for abandoned. Queueing one too often does no harm, since the work's lock lets one
 * worker at a time at it. A job that the queue has put off for longer than a minute, after failures, counts as nobody's
 * too: what was in the way may be gone. One that was taken within the last `startMs` may still be on its way to that lock.
 */
export async function requeueAbandonedWork(owner: pg.Pool, { startMs = 0 } = {}): Promise<void> {
  for (const { task, name, idKey, unfinished } of DURABLE) {
    await owner.query(
      `SELECT graphile_worker.add_job('${task}',
         json_build_object('organizationId', w.organization_id, '${idKey}', w.id),
         job_key => '${name}' || w.id, max_attempts => 25)
       FROM ${unfinished}
         AND NOT EXISTS (
           SELECT FROM graphile_worker.jobs j
           WHERE j.key = '${name}' || w.id
             AND CASE WHEN j.locked_at IS NULL THEN j.run_at < now() + $1::interval
               ELSE j.locked_at > now() - make_interval(secs => $2::float8 / 1000) END)
         AND NOT EXISTS (
           SELECT FROM pg_locks l
           WHERE l.locktype = 'advisory' AND l.granted
             AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND (l.classid::int8 << 32) | l.objid::int8 = hashtextextended('${name}' || w.id, 0))`,
      [PUT_OFF_MOST, startMs],
    );
  }
}

/** Removes for good what has been in the bin for 30 days, with notes, sales and timeline. */
export async function emptyBin(owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      `DELETE FROM leads l USING (
         SELECT organization_id, id FROM leads
         WHERE deleted_at IS NOT NULL AND deleted_at < now() - $1::interval LIMIT $2) old
       WHERE l.organization_id = old.organization_id AND l.id = old.id AND l.deleted_at IS NOT NULL`,
      [BIN_KEPT, BIN_BATCH],
    );
    if ((rowCount ?? 0) === 0) return;
  }
}

/** Removes sessions that are over, and what was counted of attempts whose time is over: nobody asks for either again. */
export async function removeEndedSessions(owner: pg.Pool): Promise<void> {
  await owner.query('DELETE FROM sessions WHERE expires_at < now() OR last_seen_at < now() - $1::interval', [
    SESSION_IDLE,
  ]);
  await owner.query('DELETE FROM sign_in_attempts WHERE window_ends_at < now()');
}

/** Removes answers to Idempotency-Keys that no longer serve. */
export async function forgetIdempotencyKeys(owner: pg.Pool): Promise<void> {
  await owner.query('DELETE FROM idempotency_keys WHERE created_at < now() - make_interval(hours => $1)', [
    IDEMPOTENCY_HOURS,
  ]);
}

/** Removes the rows of lists that ended 30 days ago; the operations themselves stay. */
export async function removeOldReports(owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      `DELETE FROM operation_rows r USING (
         SELECT r.organization_id, r.operation_id, r.row_number
         FROM bulk_operations o JOIN operation_rows r ON r.organization_id = o.organization_id AND r.operation_id = o.id
         WHERE o.finished_at < now() - $1::interval LIMIT $2) old
       WHERE r.organization_id = old.organization_id AND r.operation_id = old.operation_id
         AND r.row_number = old.row_number`,
      [REPORTS_KEPT, REPORT_BATCH],
    );
    if ((rowCount ?? 0) === 0) return;
  }
}

/** Removes files that nobody imports any more, and those whose upload was never finished. */
export async function removeStaleUploads(owner: pg.Pool): Promise<void> {
  await owner.query(
    `DELETE FROM uploads u
     WHERE u.created_at < now() - $1::interval
       AND NOT EXISTS (
         SELECT FROM imports i
         WHERE i.organization_id = u.organization_id AND i.upload_id = u.id
           AND (i.status = 'processing' OR i.created_at >= now() - $2::interval))`,
    [UPLOADS_KEPT, IMPORTED_KEPT],
  );
}
