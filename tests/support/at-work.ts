import type pg from 'pg';

/** Records an operation of an organization that goes on until the returned function is called. */
export async function beginOperation(
  owner: pg.Pool,
  organizationId: string,
): Promise<() => Promise<unknown>> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO bulk_operations
       (organization_id, id, action, selection, status, total, up_to, cursors, lows, created_by, created_by_name)
     SELECT $1, id, '{"type": "delete"}', '{"ids": []}', 'processing', 0, id, '{}', '{}', id, 'test'
     FROM (SELECT gen_random_uuid() AS id) AS new RETURNING id`,
    [organizationId],
  );
  return () => owner.query('DELETE FROM bulk_operations WHERE id = $1', [rows[0]?.id]);
}
