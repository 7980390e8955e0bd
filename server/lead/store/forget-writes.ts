import type { TenantTransaction } from '../../platform/db/scope.ts';
import { removeEmptyCounts, textValuesOf } from '../stats/stat-writes.ts';

type IndexTransaction = Pick<TenantTransaction, 'query' | 'organizationId'>;

/** Forgets the texts of leads deleted for good, and their values that no lead has any more, in the same transaction. */
export async function forgetDeleted(tx: IndexTransaction, ids: readonly string[]): Promise<void> {
  await forget(tx, ids);
}

/** Forgets all logged texts, once an operation has removed persons: their leads may have been edited since, or be gone. */
export async function forgetLogged(tx: IndexTransaction): Promise<void> {
  await forget(tx, null);
}

async function forget(tx: IndexTransaction, ids: readonly string[] | null): Promise<void> {
  await removeEmptyCounts(tx);
  // No segment is made until the transaction ends.
  await tx.query('SELECT FROM lead_index WHERE organization_id = $1 FOR UPDATE', [tx.organizationId]);
  await forgetValues(tx, ids);
  await tx.query('SELECT forget_deleted_leads($1, $2::uuid[])', [tx.organizationId, ids]);
}

/**
 * Removes values without leads from segments and from the log that corrects them. Both lose the same values, so results stay exact.
 */
async function forgetValues(tx: IndexTransaction, ids: readonly string[] | null): Promise<void> {
  // A value that no counter has is looked for among the leads too: without its bitmaps, filters would miss them.
  const unused = await tx.query<{ dimension: string; value: string }>(
    `WITH logged AS MATERIALIZED (
       SELECT DISTINCT v.dimension, v.value FROM lead_change_log c CROSS JOIN LATERAL ${textValuesOf('(c.was)')} AS v (dimension, value)
       WHERE c.organization_id = $1 AND v.dimension <> 'status' AND ($2::uuid[] IS NULL OR c.lead_id = ANY ($2)) AND v.value IS NOT NULL AND NOT EXISTS (
         SELECT FROM lead_stats s WHERE s.organization_id = $1 AND s.dimension = v.dimension AND s.value = v.value
       )
     )
     SELECT dimension, value FROM logged WHERE NOT EXISTS (
       SELECT FROM leads l CROSS JOIN LATERAL ${textValuesOf('l')} AS b (dimension, value)
       WHERE l.organization_id = $1 AND b.dimension = logged.dimension AND b.value = logged.value
     )`,
    [tx.organizationId, ids],
  );
  if (unused.length === 0) return;
  const of = (wanted: string): string[] =>
    unused.flatMap(({ dimension, value }) => (dimension === wanted ? [value] : []));
  await tx.query(
    `DELETE FROM lead_bitmaps WHERE organization_id = $1 AND (dimension, value) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [tx.organizationId, unused.map(({ dimension }) => dimension), unused.map(({ value }) => value)],
  );
  // Citus can't assign a single field of a composite value.
  await tx.query(
    `UPDATE lead_change_log c SET was = row(
       CASE WHEN (c.was).country = ANY ($2) THEN NULL ELSE (c.was).country END,
       CASE WHEN (c.was).brand = ANY ($3) THEN NULL ELSE (c.was).brand END,
       CASE WHEN (c.was).source = ANY ($4) THEN NULL ELSE (c.was).source END,
       (c.was).status, (c.was).hlr_class, (c.was).whatsapp_class, (c.was).is_sold, (c.was).number_valid, (c.was).email, (c.was).phone,
       (c.was).deposit_date, (c.was).deposit_amount, ARRAY(SELECT tag FROM unnest((c.was).tags) AS tag WHERE tag <> ALL ($5)),
       (c.was).owner_id, (c.was).due_on, (c.was).search_text)::lead_facets
     WHERE c.organization_id = $1 AND ((c.was).country = ANY ($2) OR (c.was).brand = ANY ($3) OR (c.was).source = ANY ($4) OR (c.was).tags && $5)`,
    [tx.organizationId, ...['country', 'brand', 'source', 'tag'].map(of)],
  );
}
