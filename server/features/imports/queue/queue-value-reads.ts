import type { TenantTransaction } from '../../../platform/db/scope.ts';
import type { SavedMapping } from '../plan/saved-mapping.ts';
import type { CountedValues } from './queue-values.ts';

/** A file that waits and whose values are still to be counted. */
export interface UncountedFile {
  id: string;
  uploadId: string | null;
  columns: string[];
  plan: SavedMapping;
}

/** Files whose values are still to be counted, in order; with `id`, only this one. */
export function findUncounted(
  tx: TenantTransaction,
  userId: string,
  id: string | null = null,
): Promise<UncountedFile[]> {
  return tx.query<UncountedFile>(
    `SELECT id, upload_id AS "uploadId", columns, plan FROM import_queue
     WHERE organization_id = $1 AND created_by = $2 AND state = 'mapping' AND counted_values IS NULL
       AND ($3::uuid IS NULL OR id = $3) ORDER BY id`,
    [tx.organizationId, userId, id],
  );
}

/** A file that waits, with the values of its columns. */
interface CountedFile {
  id: string;
  plan: SavedMapping;
  counted: CountedValues[];
}

/** Waiting files, or one of them, with counted values. */
export function findCounted(tx: TenantTransaction, userId: string, id?: string): Promise<CountedFile[]> {
  return tx.query<CountedFile>(
    `SELECT id, plan, counted_values AS counted FROM import_queue
     WHERE organization_id = $1 AND created_by = $2 AND state = 'mapping' AND counted_values <> '[]'
       AND ($3::uuid IS NULL OR id = $3)
     ORDER BY id FOR UPDATE`,
    [tx.organizationId, userId, id ?? null],
  );
}
