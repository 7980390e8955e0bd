import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { idFrom } from '../../platform/ids.ts';
import { KeyFilter } from './key-filter.ts';
import type { AskingTransaction } from './secret-writes.ts';

/** Fewer entries are looked up as fast; more would take over 47 MB in each thread that imports. */
const [LEAST_ENTRIES, MOST_ENTRIES] = [100_000, 20_000_000];
/** Entries that are read from a stored filter in the time in which one row is looked up, and from the table. */
const [LOADED_PER_ROW, READ_PER_ROW] = [500, 30];
const HEADROOM = 1.1;
/** Times the entries of a stored filter at which it lets too many other keys pass. */
const OUTGROWN = 1.5;
const PAGE_ENTRIES = 50_000;
const PART_BYTES = 524_288;

interface HeldFilter {
  organizationId: string;
  filter: KeyFilter;
  /** Has all entries up to this one, and maybe removed ones. */
  stamp: number;
}

/** Held by this thread. */
let held: HeldFilter | null = null;

/**
 * Asks a filter before the table in all transactions of this thread until the work ends, if there are enough rows and entries. The
 * transactions must add no entries.
 */
export async function withEntryFilter<T>(
  scope: OrganizationScope,
  rows: number,
  work: () => Promise<T>,
): Promise<T> {
  held = await filterFor(scope, rows);
  try {
    return await work();
  } finally {
    held = null;
  }
}

/** Returns this thread's filter with all committed entries; null for none. The transaction must hold the lists. */
export async function heldFilter(tx: AskingTransaction): Promise<KeyFilter | null> {
  const current = held;
  if (current?.organizationId !== tx.organizationId) return null;
  const stamp = await stampOf(tx);
  if (stamp > current.stamp) {
    await addEntriesAfter(tx, current.filter, idFrom(current.stamp + 1));
    current.stamp = Math.max(stamp, current.stamp);
  }
  return current.filter;
}

async function filterFor(scope: OrganizationScope, rows: number): Promise<HeldFilter | null> {
  return scope.transaction(async (tx) => {
    const [row] = await tx.query<{ entries: number }>(
      'SELECT coalesce(sum(entries), 0)::int AS entries FROM suppression_counts WHERE organization_id = $1',
      [tx.organizationId],
    );
    const entries = row?.entries ?? 0;
    if (entries < LEAST_ENTRIES || entries > Math.min(MOST_ENTRIES, rows * LOADED_PER_ROW)) return null;
    if (!(await lockFilter(tx))) return null;
    const isWorthReading = entries <= rows * READ_PER_ROW;
    const stored = await storedFilter(tx, isWorthReading ? entries / OUTGROWN : 0);
    if (stored !== null) return stored;
    return isWorthReading ? storeFilter(tx, entries) : null;
  });
}

/** Returns whether no other server reads or stores the filter. */
async function lockFilter(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    [`suppression-filter:${tx.organizationId}`],
  );
  return row?.locked === true;
}

async function storedFilter(tx: TenantTransaction, leastEntries: number): Promise<HeldFilter | null> {
  const { organizationId } = tx;
  const [head] = await tx.query<{ stamp: number; bytes: number }>(
    `SELECT stamp, (SELECT sum(length(bits)) FROM suppression_filters WHERE organization_id = $1)::int AS bytes
     FROM suppression_filters WHERE organization_id = $1 AND part = 0 AND entries >= $2`,
    [organizationId, Math.floor(leastEntries)],
  );
  if (head === undefined) return null;
  const bits = Buffer.alloc(head.bytes);
  for (let part = 0; part * PART_BYTES < bits.length; part++) {
    const [row] = await tx.query<{ bits: Buffer }>(
      'SELECT bits FROM suppression_filters WHERE organization_id = $1 AND part = $2',
      [organizationId, part],
    );
    row?.bits.copy(bits, part * PART_BYTES);
  }
  return { organizationId, filter: new KeyFilter(bits), stamp: head.stamp };
}

/** Reads all entries, and stores the filter for later imports. */
async function storeFilter(tx: TenantTransaction, entries: number): Promise<HeldFilter> {
  const { organizationId } = tx;
  // Before the entries: later ones may be read, too.
  const stamp = await stampOf(tx);
  const filter = KeyFilter.for(Math.ceil(entries * HEADROOM));
  await addEntriesAfter(tx, filter, idFrom(0));
  await tx.query('DELETE FROM suppression_filters WHERE organization_id = $1', [organizationId]);
  for (let part = 0; part * PART_BYTES < filter.bits.length; part++) {
    await tx.query(
      'INSERT INTO suppression_filters (organization_id, part, stamp, entries, bits) VALUES ($1, $2, $3, $4, $5)',
      [
        ...[organizationId, part, stamp, entries],
        filter.bits.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
      ],
    );
  }
  return { organizationId, filter, stamp };
}

async function stampOf(tx: AskingTransaction): Promise<number> {
  const [row] = await tx.query<{ stamp: number }>(
    'SELECT entry_stamp AS stamp FROM suppression_settings WHERE organization_id = $1',
    [tx.organizationId],
  );
  return row?.stamp ?? 0;
}

async function addEntriesAfter(tx: AskingTransaction, filter: KeyFilter, id: string): Promise<void> {
  for (let from: string | null = id; from !== null; ) {
    const next: { id: string }[] = await tx.query(
      `SELECT id FROM suppressions WHERE organization_id = $1 AND id >= $2 ORDER BY id OFFSET ${PAGE_ENTRIES} LIMIT 1`,
      [tx.organizationId, from],
    );
    const to = next[0]?.id ?? null;
    const [page] = await tx.query<{ keys: Buffer | null }>(
      `SELECT string_agg(uuid_send(key), '') AS keys FROM suppressions
       WHERE organization_id = $1 AND id >= $2 AND ($3::uuid IS NULL OR id < $3)`,
      [tx.organizationId, from, to],
    );
    if (page?.keys) filter.add(page.keys);
    from = to;
  }
}
