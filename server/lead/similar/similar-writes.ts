import type { StoredModel } from '#packages/linkage/linkage.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { bucketsFor, encodeCounts, encodeEntries, keyBucket, type OpenIndex } from './index-entries.ts';

/** Buckets written by one statement. */
const BATCH = 4_000;

type Visit = (visitor: (key: number, value: number) => void) => void;

/** Findings of a scan of all leads. */
export interface ScanResult {
  model: StoredModel;
  leads: number;
  visitEntries: Visit;
  visitCounts: Visit;
  /** 16 bytes for each lead. */
  ids: Buffer;
}

/** Replaces the index, by which new leads are compared with the stored ones. */
export async function writeScanModel(tx: TenantTransaction, scan: ScanResult): Promise<void> {
  const buckets = bucketsFor(scan.leads);
  const leads = sortEntries(scan.visitEntries, buckets);
  const counts = sortEntries(scan.visitCounts, buckets);
  await tx.query('DELETE FROM duplicate_index WHERE organization_id = $1', [tx.organizationId]);
  for (let from = 0; from < buckets; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, buckets - from) }, (_, n) => from + n);
    await tx.query(
      insertSelected(`INSERT INTO duplicate_index (organization_id, bucket, leads, counts)
       SELECT $1, b.bucket, b.leads, b.counts FROM unnest($2::integer[], $3::bytea[], $4::bytea[]) AS b (bucket, leads, counts)`),
      [
        tx.organizationId,
        numbers,
        numbers.map((bucket) => encodeEntries(leads.keys(bucket), leads.values(bucket), scan.ids)),
        numbers.map((bucket) => encodeCounts(counts.keys(bucket), counts.values(bucket))),
      ],
    );
  }
  await tx.query(
    'UPDATE duplicate_scans SET model = $2::jsonb, leads = $3, linked_at = started_at WHERE organization_id = $1',
    [tx.organizationId, JSON.stringify(scan.model), scan.leads],
  );
}

/** Stores the entries added to an index; what the leads were found by before stays until the next scan. */
export async function writeAdded(tx: TenantTransaction, { added }: OpenIndex): Promise<void> {
  await tx.query(
    `UPDATE duplicate_index i SET leads = i.leads || b.added
     FROM unnest($2::integer[], $3::bytea[]) AS b (bucket, added)
     WHERE i.organization_id = $1 AND i.bucket = ANY ($2::integer[]) AND i.bucket = b.bucket`,
    [tx.organizationId, [...added.keys()], [...added.values()].map((entries) => Buffer.concat(entries))],
  );
}

/** Records that changes before this time have been compared. */
export async function markLinked(tx: TenantTransaction, time: Date): Promise<void> {
  await tx.query('UPDATE duplicate_scans SET linked_at = $2 WHERE organization_id = $1', [
    tx.organizationId,
    time,
  ]);
}

/** The entries of an index, in order of their buckets. */
interface SortedEntries {
  keys(bucket: number): Uint32Array;
  values(bucket: number): Int32Array;
}

/** Sorts the entries of an index: visits them twice, so that it holds them once. */
function sortEntries(visit: Visit, buckets: number): SortedEntries {
  const starts = new Uint32Array(buckets + 1);
  visit((key) => {
    const next = keyBucket(key, buckets) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  });
  for (let n = 1; n <= buckets; n++) starts[n] = (starts[n] ?? 0) + (starts[n - 1] ?? 0);
  const ends = starts.slice();
  const keys = new Uint32Array(starts[buckets] ?? 0);
  const values = new Int32Array(keys.length);
  visit((key, value) => {
    const bucket = keyBucket(key, buckets);
    const at = ends[bucket] ?? 0;
    ends[bucket] = at + 1;
    keys[at] = key;
    values[at] = value;
  });
  return {
    keys: (bucket) => keys.subarray(starts[bucket], starts[bucket + 1]),
    values: (bucket) => values.subarray(starts[bucket], starts[bucket + 1]),
  };
}
