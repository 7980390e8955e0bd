import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Not a UUIDv7, so no real upload has this id; a file name could collide. */
export const SAMPLE_UPLOAD = '5a3b1eda-7a00-4000-8000-000000000000';

export async function findSampleImport(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    'SELECT id FROM imports WHERE organization_id = $1 AND upload_id = $2',
    [tx.organizationId, SAMPLE_UPLOAD],
  );
  return row?.id ?? null;
}

/** Includes the trash; null without sample data. */
export async function countSampleLeads(tx: TenantTransaction): Promise<number | null> {
  const importId = await findSampleImport(tx);
  if (importId === null) return null;
  const [row] = await tx.query<{ leads: number }>(
    'SELECT count(*)::int AS leads FROM leads WHERE organization_id = $1 AND import_id = $2',
    [tx.organizationId, importId],
  );
  return row?.leads ?? 0;
}

/** Locks an import's leads and returns their ids. */
export async function lockLeadsOf(tx: TenantTransaction, importId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM leads WHERE organization_id = $1 AND import_id = $2 ORDER BY id FOR UPDATE',
    [tx.organizationId, importId],
  );
  return rows.map(({ id }) => id);
}
