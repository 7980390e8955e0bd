import type { TenantTransaction } from '../../platform/db/scope.ts';

type Records = Record<string, unknown>[];

/** Leads as they are stored, also in the bin. */
export function leadRecords(tx: TenantTransaction, ids: readonly string[]): Promise<Records> {
  return tx.query<Record<string, unknown>>(
    'SELECT * FROM leads WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id',
    [tx.organizationId, ids],
  );
}

/** Notes of leads, and others by their ids. */
export function noteRecords(
  tx: TenantTransaction,
  leadIds: readonly string[],
  ids: readonly string[],
): Promise<Records> {
  return tx.query<Record<string, unknown>>(
    `SELECT * FROM lead_notes
     WHERE organization_id = $1 AND (lead_id = ANY ($2::uuid[]) OR id = ANY ($3::uuid[])) ORDER BY lead_id, id`,
    [tx.organizationId, leadIds, ids],
  );
}

export function uploadRecords(tx: TenantTransaction, ids: readonly string[]): Promise<Records> {
  return tx.query<Record<string, unknown>>(
    `SELECT id, filename, size, created_at FROM uploads WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`,
    [tx.organizationId, ids],
  );
}

/** Drafts, grids and files of a queue that go with these uploads. */
export async function besideUploads(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Record<'drafts' | 'grids' | 'queue', Records>> {
  const values = [tx.organizationId, ids];
  const drafts = await tx.query<Record<string, unknown>>(
    `SELECT upload_id, step, created_by_name, created_at FROM import_drafts
     WHERE organization_id = $1 AND upload_id = ANY ($2::uuid[]) ORDER BY upload_id`,
    values,
  );
  const grids = await tx.query<Record<string, unknown>>(
    `SELECT upload_id, checked_at FROM import_grids
     WHERE organization_id = $1 AND upload_id = ANY ($2::uuid[]) ORDER BY upload_id`,
    values,
  );
  const queue = await tx.query<Record<string, unknown>>(
    `SELECT id, filename, state, created_by_name, created_at FROM import_queue
     WHERE organization_id = $1 AND upload_id = ANY ($2::uuid[]) ORDER BY id`,
    values,
  );
  return { drafts, grids, queue };
}
