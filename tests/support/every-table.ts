import type pg from 'pg';

/** Records of what happened, caches that servers make again, and counters that other checks compare. */
const LEFT_OUT = [
  ...['bulk_operations', 'operation_rows', 'audit_logs', 'audit_chains', 'users', 'sessions'],
  ...['lead_change_log', 'lead_index', 'lead_segments', 'lead_bitmaps', 'lead_bit_slices', 'lead_stats'],
  ...['lead_sort_thresholds', 'lead_sort_buckets', 'duplicate_scans', 'duplicate_index', 'api_call_windows'],
];

/** Timeline entries of merges and their undo, which stay. */
const ROWS: Readonly<Record<string, { row: string; where: string }>> = {
  leads: { row: "to_jsonb(t) - 'updated_at'", where: 'true' },
  lead_events: { row: 'to_jsonb(t)', where: "kind NOT IN ('merged', 'deleted', 'unmerged')" },
};

/** Returns the number of rows and a digest of each table that holds data of an organization. */
export async function everyTable(
  owner: pg.Pool,
  organizationId: string,
): Promise<Record<string, [rows: number, digest: string]>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' AND t.table_type = 'BASE TABLE'
       AND c.table_name <> ALL ($1) ORDER BY 1`,
    [LEFT_OUT],
  );
  const digests: Record<string, [number, string]> = {};
  for (const { name } of tables) {
    const { row, where } = ROWS[name] ?? { row: 'to_jsonb(t)', where: 'true' };
    const { rows } = await owner.query<{ rows: number; digest: string }>(
      `SELECT count(*)::int AS rows, coalesce(md5(string_agg(md5((${row})::text), '' ORDER BY md5((${row})::text))), '') AS digest
       FROM ${name} t WHERE organization_id = $1 AND ${where}`,
      [organizationId],
    );
    digests[name] = [rows[0]?.rows ?? 0, rows[0]?.digest ?? ''];
  }
  return digests;
}
