import type { Matcher } from '../../lead/persons/matcher.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { mayHold, needlesOf } from './held-row-reads.ts';

/**
 * Renames values with the person in the lead index, once no lead has them. Segments and the log that corrects them stay alike:
 * both get the same name, until a segment is made again.
 */
export async function renameIndexedValues(tx: TenantTransaction, matcher: Matcher): Promise<void> {
  const needles = needlesOf(matcher, false);
  const rows = await tx.query<{ value: string }>(
    `SELECT DISTINCT value FROM lead_bitmaps WHERE organization_id = $1 AND ${mayHold(['value'], 2)}
     UNION
     SELECT DISTINCT v.value FROM lead_change_log c CROSS JOIN LATERAL unnest(
       ARRAY[(c.was).country, (c.was).brand, (c.was).source, (c.was).status] || (c.was).tags) AS v (value)
     WHERE c.organization_id = $1 AND v.value IS NOT NULL AND ${mayHold(['v.value'], 2)}`,
    [tx.organizationId, ...needles],
  );
  const values = rows.map(({ value }) => value).filter((value) => matcher.holds(value));
  if (values.length === 0) return;
  // No segment is made in the meantime.
  await tx.query('SELECT watermark FROM lead_index WHERE organization_id = $1 FOR UPDATE', [
    tx.organizationId,
  ]);
  for (const value of values) {
    const renamed = [tx.organizationId, value, `[erased] ${newId()}`];
    await tx.query('UPDATE lead_bitmaps SET value = $3 WHERE organization_id = $1 AND value = $2', renamed);
    // Citus can't assign a single field of a composite value.
    await tx.query(
      `UPDATE lead_change_log c SET was = row(
         CASE WHEN (c.was).country = $2 THEN $3 ELSE (c.was).country END,
         CASE WHEN (c.was).brand = $2 THEN $3 ELSE (c.was).brand END,
         CASE WHEN (c.was).source = $2 THEN $3 ELSE (c.was).source END,
         CASE WHEN (c.was).status = $2 THEN $3 ELSE (c.was).status END,
         (c.was).hlr_class, (c.was).whatsapp_class, (c.was).is_sold, (c.was).number_valid, (c.was).email, (c.was).phone,
         (c.was).deposit_date, (c.was).deposit_amount, array_replace((c.was).tags, $2, $3), (c.was).owner_id, (c.was).due_on,
         (c.was).search_text)::lead_facets
       WHERE c.organization_id = $1 AND $2 = ANY (
         ARRAY[(c.was).country, (c.was).brand, (c.was).source, (c.was).status] || (c.was).tags)`,
      renamed,
    );
  }
}
