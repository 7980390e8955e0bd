import type pg from 'pg';
import { z } from 'zod';

/** What the job that works on an import is given; never the file's content. */
export const importJob = z.object({ organizationId: z.uuid(), importId: z.uuid() });

/** Files are kept this long after their upload, unless an import of theirs is under way. */
const UPLOADS_KEPT = '24 hours';

/**
 * Queues again the imports that no living worker has: the queue itself would wait four hours before it takes a
 * killed server's job for abandoned. Queueing one too often does no harm, since the import's lock lets one
 * worker at a time work on it.
 */
export async function requeueAbandonedImports(owner: pg.Pool): Promise<void> {
  await owner.query(
    `SELECT graphile_worker.add_job('run_import',
       json_build_object('organizationId', i.organization_id, 'importId', i.id),
       job_key => 'import:' || i.id, max_attempts => 25)
     FROM imports i
     LEFT JOIN graphile_worker.jobs j ON j.key = 'import:' || i.id
     WHERE i.status = 'processing' AND (j.id IS NULL OR j.locked_at IS NOT NULL)
       AND NOT EXISTS (
         SELECT FROM pg_locks l
         WHERE l.locktype = 'advisory' AND l.granted
           AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND (l.classid::int8 << 32) | l.objid::int8 = hashtextextended('import:' || i.id, 0))`,
  );
}

/** Removes files that nobody imports any more, and those whose upload was never finished. */
export async function removeStaleUploads(owner: pg.Pool): Promise<void> {
  await owner.query(
    `DELETE FROM uploads u
     WHERE u.created_at < now() - $1::interval
       AND NOT EXISTS (
         SELECT FROM imports i
         WHERE i.organization_id = u.organization_id AND i.upload_id = u.id AND i.status = 'processing')`,
    [UPLOADS_KEPT],
  );
}
