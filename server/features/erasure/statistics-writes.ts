import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Tables that erasures change. */
const TABLES = `leads, lead_search, lead_notes, lead_events, lead_sales, lead_stats, lead_bitmaps, lead_change_log, lead_merges, imports, import_problems,
  import_stored_rows, import_duplicates, uploads, upload_readings, import_drafts, import_plans, import_templates, import_answers,
  import_edits, import_grids, import_grid_rows, import_edit_cells, import_queue, saved_views, user_preferences, idempotency_keys,
  bulk_operations, operation_rows, audit_logs, customers, orders, erasures`;

/**
 * Makes new statistics of the planner, which have values of columns. ANALYZE leaves those of an empty table as they are;
 * PostgreSQL 18 can clear them.
 */
export async function renewStatistics(tx: TenantTransaction): Promise<void> {
  const [version] = await tx.query<{ canClear: boolean }>(
    `SELECT to_regprocedure('pg_clear_attribute_stats(text, text, text, boolean)') IS NOT NULL AS "canClear"`,
  );
  if (version?.canClear === true) {
    await tx.query(
      `SELECT pg_clear_attribute_stats('public', a.attrelid::regclass::text, a.attname::text, false) FROM pg_attribute a
       WHERE a.attrelid = ANY ($1::regclass[]) AND a.attnum > 0 AND NOT a.attisdropped`,
      [TABLES.split(/,\s+/)],
    );
  }
  await tx.query(`ANALYZE ${TABLES}`);
}
