import type { StoredModel } from '#packages/linkage/linkage.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ComparedLead } from './compared-lead.ts';
import type { Bucket } from './index-entries.ts';

const COLUMNS = ['first_name', 'last_name', 'email', 'phone', 'address', 'city', 'postcode'];

/** Returns SQL for the hash of everything that is compared. */
export const comparedHash = (lead: string): string =>
  `hashtextextended(concat_ws(e'\\n', ${COLUMNS.map((column) => `coalesce(${lead}.${column}, '')`).join(', ')},
     ${lead}.custom_data::text), 0)`;

const COMPARED = `l.id, ${comparedHash('l')}::text AS hash, l.${COLUMNS.join(', l.')}, l.custom_data`;

/** A stored lead as it is compared. */
export interface LinkableLead extends ComparedLead {
  id: string;
  /** Hash of what is compared. */
  hash: string;
}

/** The model of the last scan. */
export interface ScanModel {
  model: StoredModel;
  /** Leads that it compared. */
  leads: number;
  /** Changes of leads before have been compared. */
  linked_at: Date;
}

/** Returns what the last scan learned, or null before the first. */
export async function readScanModel(tx: TenantTransaction): Promise<ScanModel | null> {
  const [row] = await tx.query<ScanModel | { model: null }>(
    'SELECT model, leads, linked_at FROM duplicate_scans WHERE organization_id = $1',
    [tx.organizationId],
  );
  return row === undefined || row.model === null ? null : (row as ScanModel);
}

export function readBuckets(tx: TenantTransaction, buckets: readonly number[]): Promise<Bucket[]> {
  return tx.query<Bucket>(
    'SELECT bucket, leads, counts FROM duplicate_index WHERE organization_id = $1 AND bucket = ANY($2::integer[])',
    [tx.organizationId, buckets],
  );
}

/** Returns a page of leads in order of their ids. */
export function readComparedPage(
  tx: TenantTransaction,
  after: string | null,
  limit: number,
): Promise<LinkableLead[]> {
  return tx.query<LinkableLead>(
    `SELECT ${COMPARED} FROM leads l
     WHERE l.organization_id = $1 AND l.id > $2 AND l.deleted_at IS NULL ORDER BY l.id LIMIT $3`,
    [tx.organizationId, after ?? '00000000-0000-0000-0000-000000000000', limit],
  );
}

/** Returns the leads of these ids that aren't deleted. */
export function readComparedLeads(tx: TenantTransaction, ids: readonly string[]): Promise<LinkableLead[]> {
  return tx.query<LinkableLead>(
    `SELECT ${COMPARED} FROM leads l
     WHERE l.organization_id = $1 AND l.id = ANY($2::uuid[]) AND l.deleted_at IS NULL`,
    [tx.organizationId, ids],
  );
}

/** A lead that changed; one in the trash is compared with none. */
export interface LeadToCompare extends LinkableLead {
  is_deleted: boolean;
}

/** Returns leads that changed since, up to `limit`. */
export function readChangedLeads(
  tx: TenantTransaction,
  since: Date,
  limit: number,
): Promise<LeadToCompare[]> {
  return tx.query<LeadToCompare>(
    `SELECT ${COMPARED}, l.deleted_at IS NOT NULL AS is_deleted FROM leads l
     WHERE l.organization_id = $1 AND l.updated_at >= $2 LIMIT $3`,
    [tx.organizationId, since, limit],
  );
}
