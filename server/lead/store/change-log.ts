import { INSERTED } from '../../platform/db/insert-selected.ts';
import { searchTextOf } from './search-text.ts';

// The change log records every change of leads below the pending watermark, in the statement that makes it. A statement must see each
// watermark announced before its transaction got its id, because the index only waits for older transactions: so the id is taken first.

/** None while the organization has no index. */
const BELOW_WATERMARK = 'JOIN lead_index w ON w.organization_id = $1 AND id < w.pending_watermark';

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

/** The index only knows whether email and phone are present. */
function facetsOf(alias: string): string {
  const columns = FACETS.map((column) => `${alias}.${column}`);
  return `${columns.join(', ')}, left(${alias}.email, 0), left(${alias}.phone, 0), ${alias}.deposit_date,
    ${alias}.deposit_amount, ${alias}.tags, ${alias}.owner_id, ${alias}.due_on`;
}

const WAS = `row(${facetsOf('b')}, ${searchTextOf('b')})::lead_facets`;

/** Any change, unless the lead stays in the trash. */
const IS_LOGGED_CHANGE = '(b.deleted_at IS NULL OR l.deleted_at IS NULL)';

export const LOG_INSERTED = `
  logged AS (
    INSERT INTO lead_change_log (organization_id, lead_id) SELECT $1, id FROM made ${BELOW_WATERMARK} ${INSERTED}
  )`;

export const LOG_JOIN = 'LEFT JOIN lead_index w ON w.organization_id = $1';

export const LOGGED_OF_CHANGED = `l.id < w.pending_watermark AND ${IS_LOGGED_CHANGE} AS is_logged,
  CASE WHEN l.id < w.pending_watermark AND b.deleted_at IS NULL THEN ${WAS} END AS log_was`;

export const LOG_CHANGED = `
  logged AS (
    INSERT INTO lead_change_log (organization_id, lead_id, was) SELECT $1, id, log_was FROM changed WHERE is_logged ${INSERTED}
  )`;

export const LOGGED_OF_DELETED = `CASE WHEN b.deleted_at IS NULL THEN ${WAS} END AS log_was`;

export const LOG_DELETED = `
  logged AS (
    INSERT INTO lead_change_log (organization_id, lead_id, was) SELECT $1, id, log_was FROM gone ${BELOW_WATERMARK} WHERE was_listed ${INSERTED}
  )`;

export const INDEX_TABLES = [
  'lead_sort_thresholds',
  'lead_sort_buckets',
  'lead_index',
  'lead_segments',
  'lead_bitmaps',
  'lead_bit_slices',
  'lead_change_log',
] as const;
