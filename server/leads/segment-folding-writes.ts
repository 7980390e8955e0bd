import { setImmediate as breathe } from 'node:timers/promises';
import type { TenantTransaction } from '../security/scope.ts';
import { type Bits, bitsOfValues, slicesOf } from './segment-bits.ts';
import { takeFoldingTurn } from './stat-folding-writes.ts';
import { totalOf } from './stat-reads.ts';

/** Leads of a new segment; one that has grown to twice as many is cut. */
export const SEGMENT_LEADS = 16_384;
/** Changes that are left beside the segments: reading them costs a count no millisecond. */
export const CHANGES_LEFT = 1_000;
/** The same while leads go on changing, some 20 ms: a segment that is made anew now would soon be again. */
export const CHANGES_LEFT_MEANWHILE = 50_000;
/** New segments that are announced at once. */
const SEGMENTS_AT_ONCE = 16;
/** Bitmaps of one statement: some 4 MB. */
const BITMAPS_AT_ONCE = 1_000;

/** The facts of a segment's leads that bitmaps tell, in SQL over a row of `leads`. */
const VALUES = {
  country: 'country',
  brand: 'brand',
  source: 'source',
  status: 'status',
  tag: 'tags',
  hlr: 'hlr_class::text',
  whatsapp: 'whatsapp_class::text',
  sold: 'is_sold::text',
  number: "CASE WHEN phone IS NULL THEN '' WHEN number_valid THEN 'valid' ELSE 'invalid' END",
  email: '(email IS NOT NULL)::text',
} as const;
/** Those that are numbers. Amounts below zero are found by no filter. */
const NUMBERS = {
  deposit_date: "deposit_date - '0001-01-01'::date",
  amount: 'CASE WHEN deposit_amount >= 0 THEN (deposit_amount * 100)::int8 END',
} as const;

/** About how many leads are in no segment, from what is counted already. */
export async function countNewLeads(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ leads: number }>(
    'SELECT coalesce(sum(leads), 0)::int8 AS leads FROM lead_segments WHERE organization_id = $1',
    [tx.organizationId],
  );
  return (await totalOf(tx, 'all', [''])) - (row?.leads ?? 0);
}

/**
 * Announces the next leads that are to become segments, where there are enough: from its commit on, changes of leads up
 * to there are noted. Answers whether any are announced.
 */
export async function announceSegments(tx: TenantTransaction, leads = SEGMENT_LEADS): Promise<boolean> {
  if (!(await takeFoldingTurn(tx, 'lead_segments'))) return false;
  const [bound] = await tx.query<{ sealed: string; sealing: string }>(
    'SELECT sealed, sealing FROM lead_bounds WHERE organization_id = $1',
    [tx.organizationId],
  );
  if (bound !== undefined && bound.sealing > bound.sealed) return true;
  const [next] = await tx.query<{ id: string }>(
    `SELECT id FROM (
       SELECT lead_id AS id, row_number() OVER (ORDER BY lead_id) AS n FROM (
         SELECT lead_id FROM lead_search WHERE organization_id = $1 AND ($2::uuid IS NULL OR lead_id >= $2)
         ORDER BY lead_id LIMIT $3::int * $4::int + 1
       ) AS listed
     ) AS numbered
     WHERE n > $3 AND n % $3 = 1 ORDER BY n DESC LIMIT 1`,
    [tx.organizationId, bound?.sealed ?? null, leads, SEGMENTS_AT_ONCE],
  );
  if (next === undefined) return false;
  await tx.query(
    `INSERT INTO lead_bounds (organization_id, sealing) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET sealing = excluded.sealing, noted_from = NULL`,
    [tx.organizationId, next.id],
  );
  return true;
}

/**
 * Whether all who write see what was announced: those who began before are known by their transaction ids, and
 * gone. Has to be asked in another transaction than the one that announced it.
 */
export async function isAnnouncementKnown(tx: TenantTransaction): Promise<boolean> {
  // One that is yet to come is of another database, from which this one was restored.
  await tx.query(
    `UPDATE lead_bounds SET noted_from = pg_snapshot_xmax(pg_current_snapshot())
     WHERE organization_id = $1 AND (noted_from IS NULL OR noted_from > pg_snapshot_xmax(pg_current_snapshot()))`,
    [tx.organizationId],
  );
  const [known] = await tx.query<{ known: boolean }>(
    `SELECT noted_from <= pg_snapshot_xmin(pg_current_snapshot()) AS known FROM lead_bounds WHERE organization_id = $1`,
    [tx.organizationId],
  );
  return known?.known === true;
}

/**
 * Makes a segment of the next leads of those that were announced. Answers whether there are more. Needs a snapshot
 * of its own: see `beginFolding`.
 */
export async function sealSegment(tx: TenantTransaction, leads = SEGMENT_LEADS): Promise<boolean> {
  if (!(await beginFolding(tx))) return false;
  const [bound] = await tx.query<{ sealed: string; sealing: string; known: boolean }>(
    `SELECT sealed, sealing, coalesce(noted_from <= pg_snapshot_xmin(pg_current_snapshot()), false) AS known
     FROM lead_bounds WHERE organization_id = $1 FOR UPDATE`,
    [tx.organizationId],
  );
  if (bound === undefined || !bound.known || bound.sealed >= bound.sealing) return false;
  const next = await endOf(tx, bound.sealed, bound.sealing, leads);
  await writeSegment(tx, bound.sealed, next);
  await tx.query('UPDATE lead_bounds SET sealed = $2 WHERE organization_id = $1', [tx.organizationId, next]);
  return next < bound.sealing;
}

/**
 * Makes the segment anew that most changed in, where more than `most` changes are left. Answers whether it did. Needs a
 * snapshot of its own: see `beginFolding`.
 */
export async function foldChanges(
  tx: TenantTransaction,
  { most = CHANGES_LEFT, leads = SEGMENT_LEADS }: { most?: number; leads?: number } = {},
): Promise<boolean> {
  if (!(await beginFolding(tx))) return false;
  const [changed] = await tx.query<{ low: string; high: string }>(
    `WITH segments AS (
       SELECT s.low, lead(s.low, 1, b.sealed) OVER listed AS high, row_number() OVER listed AS nth
       FROM lead_segments s JOIN lead_bounds b USING (organization_id) WHERE s.organization_id = $1
       WINDOW listed AS (ORDER BY s.low)
     ), changed AS (
       SELECT count(*) AS changes, width_bucket(c.lead_id, ARRAY(SELECT low FROM segments ORDER BY low)) AS nth
       FROM lead_changes c WHERE organization_id = $1
         AND lead_id < (SELECT sealed FROM lead_bounds WHERE organization_id = $1)
       GROUP BY 2
     )
     SELECT low, high FROM changed JOIN segments USING (nth)
     WHERE (SELECT sum(changes) FROM changed) > $2 ORDER BY changes DESC LIMIT 1`,
    [tx.organizationId, most],
  );
  if (changed === undefined) return false;
  const { low, high } = changed;
  const isOne = (await endOf(tx, low, high, 2 * leads)) === high;
  for (let from = low; from < high; ) {
    const end = isOne ? high : await endOf(tx, from, high, leads);
    await writeSegment(tx, from, end);
    from = end;
  }
  return true;
}

/**
 * Takes the turn to work on the organization's segments; false while another server has it. The transaction sees one
 * moment: what it reads of the leads and what it takes away of their changes belong together. What others write
 * meanwhile notes changes of its own, which stay.
 */
async function beginFolding(tx: TenantTransaction): Promise<boolean> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  return takeFoldingTurn(tx, 'lead_segments');
}

/** The id that is behind so many leads from `low` on; `high` where there are fewer before it. */
async function endOf(tx: TenantTransaction, low: string, high: string, leads: number): Promise<string> {
  const [end] = await tx.query<{ id: string }>(
    `SELECT lead_id AS id FROM lead_search WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3
     ORDER BY lead_id OFFSET $4 LIMIT 1`,
    [tx.organizationId, low, high, leads],
  );
  return end?.id ?? high;
}

/** Puts what leads from `low` on and before `high` are now in the place of what is known of them. */
async function writeSegment(tx: TenantTransaction, low: string, high: string): Promise<void> {
  const { organizationId } = tx;
  for (const table of ['lead_segments', 'lead_bits', 'lead_slices']) {
    await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND low = $2`, [organizationId, low]);
  }
  await tx.query('DELETE FROM lead_changes WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3', [
    organizationId,
    low,
    high,
  ]);
  const read = await readLeads(tx, low, high);
  await tx.query(
    'INSERT INTO lead_segments (organization_id, low, leads, ids) VALUES ($1, $2, $3, $4::uuid[])',
    [organizationId, low, read.leads, read.ids],
  );
  await writeBitmaps(tx, low, read);
  for (const dimension of Object.keys(NUMBERS)) {
    await breathe();
    const slices = slicesOf(parsed<number | null>(read, dimension));
    await tx.query(
      'INSERT INTO lead_slices (organization_id, dimension, low, slices) VALUES ($1, $2, $3, $4::bit varying[])',
      [organizationId, dimension, low, slices],
    );
  }
}

/** A list of each column as JSON, so that they can be parsed one by one. */
type ReadLeads = { leads: number; ids: string } & Record<string, unknown>;

async function readLeads(tx: TenantTransaction, low: string, high: string): Promise<ReadLeads> {
  const columns = Object.entries({ ...VALUES, ...NUMBERS });
  const [read] = await tx.query<ReadLeads>(
    `SELECT count(*)::int AS leads, coalesce(array_agg(id), '{}')::text AS ids,
       ${columns.map(([name]) => `json_agg(${name})::text AS ${name}`).join(', ')}
     FROM (
       SELECT id, ${columns.map(([name, expression]) => `${expression} AS ${name}`).join(', ')}
       FROM leads WHERE organization_id = $1 AND id >= $2 AND id < $3 AND deleted_at IS NULL ORDER BY id
     ) AS listed`,
    [tx.organizationId, low, high],
  );
  return read ?? { leads: 0, ids: '{}' };
}

function parsed<T>(read: ReadLeads, column: string): T[] {
  const text = read[column];
  return typeof text === 'string' ? JSON.parse(text) : [];
}

async function writeBitmaps(tx: TenantTransaction, low: string, read: ReadLeads): Promise<void> {
  let dimensions: string[] = [];
  let values: string[] = [];
  let bitmaps: Bits[] = [];
  const write = async (): Promise<void> => {
    await tx.query(
      `INSERT INTO lead_bits (organization_id, low, dimension, value, bits)
       SELECT $1, $2, b.* FROM unnest($3::text[], $4::text[], $5::bit varying[]) AS b`,
      [tx.organizationId, low, dimensions, values, bitmaps],
    );
    dimensions = [];
    values = [];
    bitmaps = [];
  };
  for (const dimension of Object.keys(VALUES)) {
    await breathe();
    for (const [value, bits] of bitsOfValues(parsed<string | null | string[]>(read, dimension))) {
      dimensions.push(dimension);
      values.push(value);
      bitmaps.push(bits);
      if (bitmaps.length === BITMAPS_AT_ONCE) await write();
    }
  }
  await write();
}
