import type { StoreTransaction } from './transaction-id.ts';

// The change log: everything the lead index needs to know of leads below the pending watermark, written in the statement
// that changes them. Leads above the watermark are in no segment, so nothing is logged of them.
//
// A statement has to see every watermark that was announced before its transaction got its id: the index waits for older
// transactions alone. So the id is taken before the statement begins (`transaction-id.ts`).

/** The pending watermark; null while the index knows nothing of the organization. */
const PENDING_WATERMARK = '(SELECT sealing FROM lead_bounds WHERE organization_id = $1)';

const FACETS = [
  'country',
  'brand',
  'source',
  'status',
  'hlr_class',
  'whatsapp_class',
  'is_sold',
  'number_valid',
] as const;

/** The indexed values of the lead row `alias`. */
function facetsOf(alias: string): string {
  const columns = FACETS.map((column) => `${alias}.${column}`);
  // Of an identity the index knows whether there is one, not which.
  return `row(${columns.join(', ')}, left(${alias}.email, 0), left(${alias}.phone, 0), ${alias}.deposit_date,
    ${alias}.deposit_amount, ${alias}.tags)::lead_facets`;
}

/** Column that the RETURNING of an INSERT of leads `l` adds for `LOG_INSERTED`. */
export const LOGGED_OF_INSERTED = `CASE WHEN l.id < ${PENDING_WATERMARK} THEN ${facetsOf('l')} END AS log_is`;

// IS NOT NULL would ask whether every facet has a value.

/** CTEs that log the leads of the CTE `made`, which returns `search_text` too. */
export const LOG_INSERTED = `
  logged AS (
    INSERT INTO lead_changes (organization_id, lead_id, is_now)
    SELECT $1, id, log_is FROM made WHERE log_is IS DISTINCT FROM NULL
  ),
  logged_texts AS (
    INSERT INTO lead_text_changes (organization_id, lead_id, is_now)
    SELECT $1, id, search_text FROM made WHERE log_is IS DISTINCT FROM NULL
  )`;

/** JOIN of an UPDATE of leads that `LOGGED_OF_CHANGED` reads the pending watermark from. */
export const LOG_JOIN = 'LEFT JOIN lead_bounds w ON w.organization_id = $1';

/** Columns that the RETURNING of an UPDATE of leads adds for `LOG_CHANGED`: `b` before, `l` after. */
export const LOGGED_OF_CHANGED = `l.id < w.sealing AS is_logged,
  CASE WHEN b.deleted_at IS NULL AND l.id < w.sealing THEN ${facetsOf('b')} END AS log_was,
  CASE WHEN l.deleted_at IS NULL AND l.id < w.sealing THEN ${facetsOf('l')} END AS log_is`;

/** CTEs that log the leads of the CTE `changed`, which returns `old_text` and `new_text` where the searched text moved. */
export const LOG_CHANGED = `
  logged AS (
    INSERT INTO lead_changes (organization_id, lead_id, was, is_now)
    SELECT $1, id, log_was, log_is FROM changed WHERE is_logged AND log_was IS DISTINCT FROM log_is
  ),
  logged_texts AS (
    INSERT INTO lead_text_changes (organization_id, lead_id, was, is_now)
    SELECT $1, id, old_text, new_text FROM changed WHERE is_logged AND old_text IS DISTINCT FROM new_text
  )`;

/** Column that the RETURNING of a DELETE of leads `b` adds for `LOG_DELETED`. */
export const LOGGED_OF_DELETED = `CASE WHEN b.deleted_at IS NULL AND b.id < ${PENDING_WATERMARK} THEN ${facetsOf('b')} END AS log_was`;

/** A CTE that logs the leads of the CTE `gone`. */
export const LOG_DELETED = `
  logged AS (
    INSERT INTO lead_changes (organization_id, lead_id, was)
    SELECT $1, id, log_was FROM gone WHERE log_was IS DISTINCT FROM NULL
  )`;

/** A lead that was deleted for good. */
export interface GoneLead {
  id: string;
  wasListed: boolean;
}

/**
 * Removes the texts of leads that were deleted for good from the log and from the substring index. A segment is indexed
 * anew unless that happened since the lead came into the trash.
 */
export async function forgetTexts(tx: StoreTransaction, gone: readonly GoneLead[]): Promise<void> {
  const ids = gone.map(({ id }) => id);
  for (const low of await segmentsHolding(tx, gone)) await forgetSegmentTexts(tx, low);
  await tx.query('DELETE FROM lead_text_changes WHERE organization_id = $1 AND lead_id = ANY($2::uuid[])', [
    tx.organizationId,
    ids,
  ]);
}

async function segmentsHolding(tx: StoreTransaction, gone: readonly GoneLead[]): Promise<string[]> {
  const rows = await tx.query<{ low: string }>(
    `SELECT DISTINCT s.low
     FROM unnest($2::uuid[], $3::boolean[]) AS g (id, was_listed)
     JOIN lead_bounds b ON b.organization_id = $1 AND g.id < b.sealed
     CROSS JOIN LATERAL (
       SELECT low FROM lead_segments WHERE organization_id = $1 AND low <= g.id ORDER BY low DESC LIMIT 1
     ) s
     WHERE g.was_listed OR EXISTS (
       SELECT FROM lead_text_changes c WHERE c.organization_id = $1 AND c.lead_id = g.id
     )
     ORDER BY 1`,
    [tx.organizationId, gone.map(({ id }) => id), gone.map(({ wasListed }) => wasListed)],
  );
  return rows.map(({ low }) => low);
}

async function forgetSegmentTexts(tx: StoreTransaction, low: string): Promise<void> {
  const segment = [tx.organizationId, low];
  // Makes a transaction that indexes the segment at this moment fail and begin anew. A second time, where that segment
  // was replaced while this statement waited for it.
  for (let tried = 1; tried <= 2; tried++) {
    const held = await tx.query(
      'UPDATE lead_segments SET leads = leads WHERE organization_id = $1 AND low = $2 RETURNING low',
      segment,
    );
    if (held.length > 0) break;
  }
  await tx.query('DELETE FROM lead_strings WHERE organization_id = $1 AND low = $2', segment);
  await tx.query(
    `DELETE FROM lead_text_changes
     WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < coalesce(
       (SELECT low FROM lead_segments WHERE organization_id = $1 AND low > $2 ORDER BY low LIMIT 1),
       (SELECT sealed FROM lead_bounds WHERE organization_id = $1))`,
    segment,
  );
}

/** Everything the lead index keeps of an organization. */
export const INDEX_TABLES = [
  'lead_bounds',
  'lead_segments',
  'lead_bits',
  'lead_slices',
  'lead_changes',
  'lead_strings',
  'lead_text_changes',
] as const;
