import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** Ends the queued file of an import, if any, and lets the next one start. */
export async function endQueuedFile(
  tx: TenantTransaction,
  importId: string,
  state: 'completed' | 'cancelled' | 'error',
  failure: string | null,
): Promise<void> {
  const [file] = await tx.query<{ userId: string }>(
    `UPDATE import_queue SET state = $3, failure = $4
     WHERE organization_id = $1 AND import_id = $2 AND state = 'importing' RETURNING created_by AS "userId"`,
    [tx.organizationId, importId, state, failure],
  );
  if (file === undefined) return;
  await tx.query("SELECT enqueue_job('advance_import_queue', $1)", [file.userId]);
}
