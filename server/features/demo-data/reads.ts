import type { TenantTransaction } from '../../platform/db/scope.ts';

/**
 * Marks the import of the sample data: the id of an upload that no upload has, because it isn't a UUIDv7. A name would also be
 * that of a user's file.
 */
export const SAMPLE_UPLOAD = '5a3b1eda-7a00-4000-8000-000000000000';

/** Returns the id of the import that stands for the sample data, or null. */
export async function findSampleImport(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    'SELECT id FROM imports WHERE organization_id = $1 AND upload_id = $2',
    [tx.organizationId, SAMPLE_UPLOAD],
  );
  return row?.id ?? null;
}

/** Returns how many leads of the sample data there are, also in the trash, or null without sample data. */
export async function countSampleLeads(tx: TenantTransaction): Promise<number | null> {
  const importId = await findSampleImport(tx);
  if (importId === null) return null;
  const [row] = await tx.query<{ leads: number }>(
    'SELECT count(*)::int AS leads FROM leads WHERE organization_id = $1 AND import_id = $2',
    [tx.organizationId, importId],
  );
  return row?.leads ?? 0;
}

/** Locks the leads of an import and returns their ids. */
export async function lockLeadsOf(tx: TenantTransaction, importId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM leads WHERE organization_id = $1 AND import_id = $2 ORDER BY id FOR UPDATE',
    [tx.organizationId, importId],
  );
  return rows.map(({ id }) => id);
}
