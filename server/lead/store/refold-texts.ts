import type pg from 'pg';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { INDEX_TABLES } from './change-log.ts';
import { FOLDED_COLUMNS, type FoldedColumns, foldedTextsOf } from './folded-texts.ts';
import { searchTextOf } from './search-text.ts';

/** Leads that are folded in one transaction. */
const BATCH_LEADS = 5_000;

/**
 * Folds the texts of the leads that a migration put into `leads_to_fold`. Has to end before the server answers, because
 * searches would miss these leads. Continues where a killed server stopped; several servers may call it at once.
 * @returns the number of leads
 */
export async function refoldTexts(
  owner: pg.Pool,
  scopeOf: (organizationId: string) => OrganizationScope,
): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM leads_to_fold',
  );
  let folded = 0;
  for (const { id } of rows) {
    for (let leads = BATCH_LEADS; leads === BATCH_LEADS; folded += leads) {
      leads = await scopeOf(id).transaction(refoldBatch);
    }
  }
  return folded;
}

/** Folds the next leads of an organization; returns how many. With the last ones its lead index is made anew. */
async function refoldBatch(tx: TenantTransaction): Promise<number> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('refold:' || $1, 0))", [tx.organizationId]);
  const next = await tx.query<{ id: string }>(
    `DELETE FROM leads_to_fold WHERE organization_id = $1 AND lead_id IN (
       SELECT lead_id FROM leads_to_fold WHERE organization_id = $1 ORDER BY lead_id LIMIT $2
     ) RETURNING lead_id AS id`,
    [tx.organizationId, BATCH_LEADS],
  );
  const leads = await tx.query<FoldedColumns & { id: string }>(
    `SELECT id, ${FOLDED_COLUMNS.join(', ')}, custom_data FROM leads
     WHERE organization_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`,
    [tx.organizationId, next.map(({ id }) => id)],
  );
  await tx.query(
    `WITH folded AS (
       UPDATE leads l SET folded = f.folded FROM unnest($2::uuid[], $3::jsonb[]) AS f (id, folded)
       WHERE l.organization_id = $1 AND l.id = f.id
       RETURNING l.id, ${searchTextOf('l')} AS search_text
     )
     UPDATE lead_search s SET search_text = f.search_text FROM folded f
     WHERE s.organization_id = $1 AND s.lead_id = f.id AND s.search_text <> f.search_text`,
    [tx.organizationId, leads.map(({ id }) => id), leads.map((lead) => foldedTextsOf(lead))],
  );
  // The log doesn't know of these changes.
  if (next.length < BATCH_LEADS) {
    for (const table of INDEX_TABLES)
      await tx.query(`DELETE FROM ${table} WHERE organization_id = $1`, [tx.organizationId]);
  }
  return next.length;
}
