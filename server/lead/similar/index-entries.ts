import { DIVIDED } from '#packages/linkage/linkage.ts';

const ID_BYTES = 16;
const ENTRY_BYTES = 4 + ID_BYTES;
const COUNT_BYTES = 8;
/** In place of an id: the key is divided by second keys. */
const DIVIDED_ID = '00000000-0000-0000-0000-000000000000';

/** Leads stored for a key; further leads are stored for its second keys. */
const MAX_LEADS = 30;
/** Leads per bucket: their entries, some 25, fit into a row without compression. */
const LEADS_PER_BUCKET = 2;

/** Returns the number of buckets for a number of leads, a power of two. */
export function bucketsFor(leads: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(leads / LEADS_PER_BUCKET, 1)));
}

/** Returns the bucket of a key. */
export function keyBucket(key: number, buckets: number): number {
  return (key & (buckets - 1)) >>> 0;
}

/** A bucket of the index: hashes with the ids of leads, and hashes with numbers of leads. */
export interface Bucket {
  bucket: number;
  leads: Buffer;
  counts: Buffer;
}

/** Buckets of an index that were read, and entries added to them. */
export class OpenIndex {
  readonly #buckets: number;
  readonly #read: (buckets: number[]) => Promise<Bucket[]>;
  readonly #open = new Map<number, Bucket>();
  readonly #added = new Map<number, Buffer[]>();

  /** @param read reads buckets by their numbers */
  constructor(buckets: number, read: (buckets: number[]) => Promise<Bucket[]>) {
    this.#buckets = buckets;
    this.#read = read;
  }

  /** Reads the buckets of keys, unless they are open. */
  async load(keys: readonly number[]): Promise<void> {
    const numbers = new Set(keys.map((key) => keyBucket(key, this.#buckets)));
    const missing = [...numbers].filter((number) => !this.#open.has(number));
    for (const bucket of await this.#read(missing)) this.#open.set(bucket.bucket, bucket);
  }

  /** Returns whether leads of a key are found by its second keys. */
  isDivided(key: number): boolean {
    return this.#idsOf(key).includes(DIVIDED_ID);
  }

  /** Divides the keys that the leads to be added would overfill. */
  divideFull(keys: readonly number[]): void {
    const counts = new Map<number, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const [key, count] of counts)
      if (this.#idsOf(key).length + count > MAX_LEADS) this.#append(key, DIVIDED_ID);
  }

  /** Returns the ids of the leads with a key. */
  leadsOf(key: number): string[] {
    return this.#idsOf(key).filter((id) => id !== DIVIDED_ID);
  }

  /** Returns the number of leads with a value, or undefined for a few. */
  countOf(key: number): number | undefined {
    const counts = this.#open.get(keyBucket(key, this.#buckets))?.counts;
    const at = counts === undefined ? -1 : placesOf(counts, COUNT_BYTES, key)[0];
    return at === undefined ? undefined : counts?.readUInt32BE(at + 4);
  }

  /** Adds a lead to a key of an open bucket, unless the key is full. */
  add(key: number, id: string): void {
    if (this.#idsOf(key).length < MAX_LEADS) this.#append(key, id);
  }

  /** Returns the entries added to each bucket. */
  get added(): ReadonlyMap<number, Buffer[]> {
    return this.#added;
  }

  #append(key: number, id: string): void {
    const bucket = this.#open.get(keyBucket(key, this.#buckets));
    if (bucket === undefined || this.#idsOf(key).includes(id)) return;
    const entry = Buffer.alloc(ENTRY_BYTES);
    entry.writeUInt32BE(key);
    entry.set(uuidBytes(id), 4);
    bucket.leads = Buffer.concat([bucket.leads, entry]);
    this.#added.set(bucket.bucket, [...(this.#added.get(bucket.bucket) ?? []), entry]);
  }

  #idsOf(key: number): string[] {
    const leads = this.#open.get(keyBucket(key, this.#buckets))?.leads;
    return leads === undefined ? [] : placesOf(leads, ENTRY_BYTES, key).map((at) => uuidAt(leads, at + 4));
  }
}

/** Returns the places of a key's entries. */
function placesOf(entries: Buffer, size: number, key: number): number[] {
  const places: number[] = [];
  const first = key >>> 24;
  for (let at = 0; at < entries.length; at += size)
    if (entries[at] === first && entries.readUInt32BE(at) === key) places.push(at);
  return places;
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
  const hex = bytes.toString('hex', at, at + ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
