import type pg from 'pg';

interface Shelved {
  take: string;
  putBack: string;
}

// Foreign keys first, because indexes may serve them. Forced row-level security refuses COPY to owners
// without superuser rights.
const SHELVED = `
  SELECT take, "putBack" FROM (
    SELECT 1 AS step, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS take,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS "putBack"
    FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[])
    UNION ALL
    SELECT 2, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index i WHERE indrelid = ANY ($1::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u', 'x'))
    UNION ALL
    SELECT DISTINCT 3, format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass),
      format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass)
    FROM pg_trigger WHERE tgrelid = ANY ($1::regclass[]) AND NOT tgisinternal
    UNION ALL
    SELECT 4, format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', oid::regclass),
      format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', oid::regclass)
    FROM pg_class WHERE oid = ANY ($1::regclass[]) AND relforcerowsecurity
  ) AS shelved ORDER BY step`;

/**
 * Drops indexes, foreign keys, triggers and forced row-level security for a load in the same transaction.
 * Returns a function that restores them; building indexes at once is far faster.
 */
export async function shelveSchema(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<Shelved>(SHELVED, [tables]);
  for (const { take } of rows) await client.query(take);
  return async () => {
    for (const { putBack } of rows.toReversed()) await client.query(putBack);
  };
}
