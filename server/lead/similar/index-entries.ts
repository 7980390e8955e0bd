import { DIVIDED } from '#packages/linkage/linkage.ts';

const ID_BYTES = 16;
const ENTRY_BYTES = 4 + ID_BYTES;
const COUNT_BYTES = 8;
/** In place of an id: the key is divided by second keys. */
export const DIVIDED_ID = '00000000-0000-0000-0000-000000000000';

/** Leads per bucket, with some 100 entries. */
const LEADS_PER_BUCKET = 8;

/** Returns the number of buckets for a number of leads, a power of two. */
export function bucketsFor(leads: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(leads / LEADS_PER_BUCKET, 1)));
}

/** Returns the bucket of a key. */
export function keyBucket(key: number, buckets: number): number {
  return (key & (buckets - 1)) >>> 0;
}

/** Buckets of an index that were read. */
interface OpenIndex {
  add(bucket: { leads: Buffer; counts: Buffer }): void;
  isDivided(key: number): boolean;
  /** Returns the ids of the leads with a key. */
  leadsOf(key: number): string[];
  /** Returns the number of leads with a value, or undefined for a few. */
  countOf(key: number): number | undefined;
}

/** Returns an index without buckets. */
export function openIndex(): OpenIndex {
  const leads = new Map<number, string[]>();
  const counts = new Map<number, number>();
  return {
    add: (bucket) => {
      for (let at = 0; at < bucket.leads.length; at += ENTRY_BYTES) {
        const key = bucket.leads.readUInt32BE(at);
        const id = uuidAt(bucket.leads, at + 4);
        const ids = leads.get(key);
        if (ids === undefined) leads.set(key, [id]);
        else ids.push(id);
      }
      for (let at = 0; at < bucket.counts.length; at += COUNT_BYTES)
        counts.set(bucket.counts.readUInt32BE(at), bucket.counts.readUInt32BE(at + 4));
    },
    isDivided: (key) => leads.get(key)?.includes(DIVIDED_ID) ?? false,
    leadsOf: (key) => leads.get(key)?.filter((id) => id !== DIVIDED_ID) ?? [],
    countOf: (key) => counts.get(key),
  };
}

/** Returns an entry for a key and a lead. */
export function indexEntry(key: number, id: Uint8Array): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt32BE(key);
  entry.set(id, 4);
  return entry;
}

/** Returns entries for keys and rows of leads; `ids` holds 16 bytes for each row. */
export function encodeEntries(keys: Uint32Array, rows: Int32Array, ids: Buffer): Buffer {
  const entries = Buffer.alloc(keys.length * ENTRY_BYTES);
  keys.forEach((key, n) => {
    const row = rows[n] ?? DIVIDED;
    entries.writeUInt32BE(key, n * ENTRY_BYTES);
    if (row !== DIVIDED) ids.copy(entries, n * ENTRY_BYTES + 4, row * ID_BYTES, (row + 1) * ID_BYTES);
  });
  return entries;
}

/** Returns entries for keys and numbers of leads. */
export function encodeCounts(keys: Uint32Array, counts: Int32Array): Buffer {
  const entries = Buffer.alloc(keys.length * COUNT_BYTES);
  keys.forEach((key, n) => {
    entries.writeUInt32BE(key, n * COUNT_BYTES);
    entries.writeUInt32BE(counts[n] ?? 0, n * COUNT_BYTES + 4);
  });
  return entries;
}

/** Returns the bytes of an id. */
export function uuidBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

/** Returns the id at a place. */
export function uuidAt(bytes: Buffer, at: number): string {
  return bytes.toString('hex', at, at + ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
