import type { OpenValues } from '#contract/import-queue.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
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

/** Stores the counted values of a file. */
export async function setCountedValues(
  tx: TenantTransaction,
  id: string,
  counted: readonly CountedValues[],
): Promise<void> {
  await tx.query('UPDATE import_queue SET counted_values = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    JSON.stringify(counted),
  ]);
}

export async function setOpenValues(
  tx: TenantTransaction,
  files: readonly { id: string; open: OpenValues[] }[],
): Promise<void> {
  const changed = await tx.query<{ id: string }>(
    `UPDATE import_queue q SET open_values = f.open::jsonb
     FROM unnest($2::uuid[], $3::text[]) AS f (id, open)
     WHERE q.organization_id = $1 AND q.id = f.id AND q.open_values <> f.open::jsonb RETURNING q.id`,
    [tx.organizationId, files.map(({ id }) => id), files.map(({ open }) => JSON.stringify(open))],
  );
  if (changed.length > 0) await notifyChanges(tx, { type: 'queue' });
}

export async function setQueuedPlan(tx: TenantTransaction, id: string, plan: SavedMapping): Promise<void> {
  await tx.query('UPDATE import_queue SET plan = $3 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    JSON.stringify(plan),
  ]);
}

/** The files behind go on. */
export async function skipCounting(tx: TenantTransaction, userId: string): Promise<void> {
  await tx.query(
    `UPDATE import_queue SET counted_values = '[]' WHERE organization_id = $1 AND id = (
       SELECT id FROM import_queue
       WHERE organization_id = $1 AND created_by = $2 AND state = 'mapping' AND counted_values IS NULL
       ORDER BY id LIMIT 1)`,
    [tx.organizationId, userId],
  );
}
