import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import { DRAFT_DAYS } from '#contract/import-drafts.ts';
import { TRASH_DAYS } from '#contract/limits.ts';
import { IDEMPOTENCY_HOURS } from '#contract/public-api.ts';
import { deleteLeads } from '../../lead/store/store.ts';
import { statementsOn, transaction } from '../../platform/db/transaction.ts';
import { SESSION_IDLE } from '../../platform/security/sessions.ts';

/** Imported files stay longer, for reports. */
const UPLOADS_KEPT = '24 hours';
const IMPORTED_KEPT = '30 days';
/** Until then a draft can be restored. */
const DISCARDED_KEPT = '1 hour';
/** Also for their uploads. */
const QUEUED_KEPT = '7 days';

const TRASH_BATCH = 2_000;

const REPORTS_KEPT = '30 days';
const ATTEMPTS_KEPT = '30 days';
const REPORT_BATCH = 10_000;

/** In UTC. */
export const HOUSEKEEPING_CRONTAB = [
  '17 * * * * remove_stale_uploads',
  '29 * * * * forget_idempotency_keys',
  '37 * * * * remove_ended_sessions',
  '41 3 * * * empty_bin',
  '47 3 * * * purge_organizations',
  '53 3 * * * remove_old_reports',
  '57 3 * * * remove_old_attempts',
];

export function housekeepingJobs(owner: pg.Pool): TaskList {
  return {
    empty_bin: () => emptyTrash(owner),
    forget_idempotency_keys: () => forgetIdempotencyKeys(owner),
    remove_old_attempts: async () => {
      await removeOldAttempts(owner);
      await removeOldLinks(owner);
    },
    purge_organizations: () => purgeOrganizations(owner),
    remove_ended_sessions: () => removeEndedSessions(owner),
    remove_old_reports: () => removeOldReports(owner),
    remove_stale_uploads: () => removeStaleUploads(owner),
  };
}

/** Permanently deletes leads after 30 days in the trash, unless the grace period of a retention rule is longer; their sales stay. */
export async function emptyTrash(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM leads WHERE deleted_at < now() - make_interval(days => $1)',
    [TRASH_DAYS],
  );
  for (const { id } of rows) {
    while ((await transaction(owner, 'BEGIN', (client) => deleteExpired(client, id))) > 0);
  }
}

/** Permanently deletes organizations after 30 days in the bin, each in one transaction. */
export async function purgeOrganizations(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    'SELECT id FROM organizations WHERE deleted_at IS NOT NULL',
  );
  for (const { id } of rows) await owner.query('SELECT purge_organization($1, $2)', [id, TRASH_DAYS]);
}

/** Returns the batch's size. Safe on several servers. */
async function deleteExpired(client: pg.PoolClient, organizationId: string): Promise<number> {
  const tx = { ...statementsOn(client), organizationId };
  const expired = await tx.query<{ id: string }>(
    `SELECT id FROM leads
     WHERE organization_id = $1 AND deleted_at < now() - make_interval(days => $2) AND NOT EXISTS (
       SELECT FROM retention_runs r JOIN lead_events e ON e.operation_id = r.operation_id
       WHERE r.organization_id = $1 AND r.status IN ('grace', 'ending')
         AND e.organization_id = $1 AND e.lead_id = leads.id AND e.created_at = leads.deleted_at
     )
     LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [organizationId, TRASH_DAYS, TRASH_BATCH],
  );
  if (expired.length > 0) {
    await deleteLeads(
      tx,
      expired.map(({ id }) => id),
    );
  }
  return expired.length;
}

/** Also removes expired counters of sign-ins and API calls. */
export async function removeEndedSessions(owner: pg.Pool): Promise<void> {
  await owner.query('DELETE FROM sessions WHERE expires_at < now() OR last_seen_at < now() - $1::interval', [
    SESSION_IDLE,
  ]);
  await owner.query('DELETE FROM sign_in_attempts WHERE window_ends_at < now()');
  await owner.query('DELETE FROM api_call_windows WHERE ends_at < now()');
}

export async function forgetIdempotencyKeys(owner: pg.Pool): Promise<void> {
  await owner.query('DELETE FROM idempotency_keys WHERE created_at < now() - make_interval(hours => $1)', [
    IDEMPOTENCY_HOURS,
  ]);
}

/** Keeps the operations themselves. */
export async function removeOldReports(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM bulk_operations WHERE finished_at < now() - $1::interval',
    [REPORTS_KEPT],
  );
  for (const { id } of rows) await removeOldReportsOf(owner, id);
}

async function removeOldReportsOf(owner: pg.Pool, organizationId: string): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      `DELETE FROM operation_rows r USING (
         SELECT r.operation_id, r.row_number
         FROM bulk_operations o JOIN operation_rows r ON r.organization_id = $1 AND r.operation_id = o.id
         WHERE o.organization_id = $1 AND o.finished_at < now() - $2::interval LIMIT $3) old
       WHERE r.organization_id = $1 AND r.operation_id = old.operation_id AND r.row_number = old.row_number`,
      [organizationId, REPORTS_KEPT, REPORT_BATCH],
    );
    if ((rowCount ?? 0) === 0) return;
  }
}

/** Requests and answers of deliveries; the deliveries stay. */
export async function removeOldAttempts(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM delivery_attempts WHERE at < now() - $1::interval',
    [ATTEMPTS_KEPT],
  );
  for (const { id } of rows) {
    await owner.query(
      'DELETE FROM delivery_attempts WHERE organization_id = $1 AND at < now() - $2::interval',
      [id, ATTEMPTS_KEPT],
    );
  }
}

/** Links in emails; expired ones still say so for a while. */
export async function removeOldLinks(owner: pg.Pool): Promise<void> {
  await owner.query('DELETE FROM delivery_links WHERE expires_at < now() - $1::interval', [ATTEMPTS_KEPT]);
}

/** Removes expired and discarded drafts, and unneeded or incomplete uploads. */
export async function removeStaleUploads(owner: pg.Pool): Promise<void> {
  await owner.query(
    `DELETE FROM import_drafts
     WHERE changed_at < now() - make_interval(days => $1) OR discarded_at < now() - $2::interval`,
    [DRAFT_DAYS, DISCARDED_KEPT],
  );
  await owner.query(
    "DELETE FROM import_queue WHERE created_at < now() - $1::interval AND state <> 'importing'",
    [QUEUED_KEPT],
  );
  const { rows } = await owner.query<{ id: string }>(
    `SELECT DISTINCT u.organization_id AS id FROM uploads u WHERE ${STALE_UPLOAD}`,
    [UPLOADS_KEPT, IMPORTED_KEPT],
  );
  for (const { id } of rows) {
    await owner.query(`DELETE FROM uploads u WHERE u.organization_id = $3 AND ${STALE_UPLOAD}`, [
      UPLOADS_KEPT,
      IMPORTED_KEPT,
      id,
    ]);
  }
}

/** Upload `u`; $1 and $2 are the retention of uploads and imported uploads. */
const STALE_UPLOAD = `u.created_at < now() - $1::interval
  AND NOT EXISTS (
    SELECT FROM import_drafts d WHERE d.organization_id = u.organization_id AND d.upload_id = u.id)
  AND NOT EXISTS (
    SELECT FROM imports i
    WHERE i.organization_id = u.organization_id AND i.upload_id = u.id
      AND (i.status = 'processing' OR i.created_at >= now() - $2::interval))
  AND NOT EXISTS (
    SELECT FROM import_queue q WHERE q.organization_id = u.organization_id AND q.upload_id = u.id)`;
