import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { SavedMapping } from '../plan/saved-mapping.ts';

/** A mapping that the user chose for files of the queue. */
export interface ChosenMapping {
  plan: SavedMapping;
  confirmed: boolean;
  /** As the file that was asked for. */
  sameColumns: boolean;
}

/** The mapping that the user chose last, preferably for these columns, or null. */
export async function findChosenMapping(
  tx: TenantTransaction,
  userId: string,
  columnsKey: Buffer,
): Promise<ChosenMapping | null> {
  const [row] = await tx.query<ChosenMapping>(
    `SELECT plan, confirmed, columns_key = $3 AS "sameColumns" FROM import_queue
     WHERE organization_id = $1 AND created_by = $2 AND chosen
     ORDER BY columns_key = $3 DESC, state = 'mapping' DESC, id DESC LIMIT 1`,
    [tx.organizationId, userId, columnsKey],
  );
  return row ?? null;
}

/** The file whose columns the mapping panel shows: the given one while it is to be confirmed, else the first such, or null. */
export async function findSample(
  tx: TenantTransaction,
  userId: string,
  sampleId: string | null,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM import_queue
     WHERE organization_id = $1 AND created_by = $2 AND state = 'mapping' AND NOT confirmed
     ORDER BY id = $3 DESC NULLS LAST, id LIMIT 1`,
    [tx.organizationId, userId, sampleId],
  );
  return row?.id ?? null;
}

/** A file that waits for its import, with its columns. */
export interface WaitingFile {
  id: string;
  columns: string[];
  plan: SavedMapping;
}

/** Returns those of the files whose import has not started. */
export function findWaitingFiles(
  tx: TenantTransaction,
  userId: string,
  ids: readonly string[],
): Promise<WaitingFile[]> {
  return tx.query<WaitingFile>(
    `SELECT id, columns, plan FROM import_queue
     WHERE organization_id = $1 AND created_by = $2 AND id = ANY($3) AND state = 'mapping' AND upload_id IS NOT NULL
     ORDER BY id FOR UPDATE`,
    [tx.organizationId, userId, ids],
  );
}
