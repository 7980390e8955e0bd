import type { TenantTransaction } from '../../platform/db/scope.ts';
import { takeFoldingTurn } from '../stats/stat-folding-writes.ts';
import { totalOf } from '../stats/stat-reads.ts';
import { changeBitmaps, findChanges, type Range, writeBitmaps } from './segment-bitmap-writes.ts';
import { type StringMining, writeStrings } from './segment-string-writes.ts';

/** Leads of a new segment; one that has grown to twice as many is cut. */
export const SEGMENT_LEADS = 16_384;
/** What is left beside the segments once leads are at rest: reading it costs a count a millisecond at most. */
export const LEFT_AT_REST: Left = { inPlace: 1_000, anew: 1_000, unmined: false };
/** The same while they go on changing, some 100 ms: a segment that is made anew now would soon be again. */
export const LEFT_MEANWHILE: Left = { inPlace: 50_000, anew: 250_000, unmined: true };
/** The same soon after, when more may come: what takes little is done. */
export const LEFT_SOON: Left = { ...LEFT_MEANWHILE, inPlace: LEFT_AT_REST.inPlace };
/** Of so many leads one has to have changed for a segment to be made anew: of fewer their bits are changed. */
const MANY = 4;
/** New segments that are announced at once. */
const SEGMENTS_AT_ONCE = 16;

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
  const segment = { low: bound.sealed, high: next };
  await rewriteBitmaps(tx, segment);
  await tx.query('UPDATE lead_bounds SET sealed = $2 WHERE organization_id = $1', [tx.organizationId, next]);
  return next < bound.sealing;
}

/** What is to be done to a segment. */
export interface Fold {
  low: string;
  /** Its bitmaps, or the strings of its texts. */
  of: 'facets' | 'texts';
  changes: number;
  /** Whether it takes all leads of the segment to be read: some came, went or have another text, or many changed. */
  anew: boolean;
}

/** How many changes may be left beside the segments. */
export interface Left {
  /** In segments whose bits can be changed in place. */
  inPlace: number;
  /** In segments that have to be made anew. */
  anew: number;
  /** Whether segments may be left whose strings are not known yet. */
  unmined: boolean;
}

/** Which segments are to be folded for no more changes to be left, those with most changes first. */
export async function foldsToDo(tx: TenantTransaction, left: Left): Promise<Fold[]> {
  if (left.unmined && !(await areMore(tx, Math.min(left.inPlace, left.anew)))) return [];
  const counted = await tx.query<Fold>(
    `WITH segments AS (
       SELECT s.low, leads, row_number() OVER (ORDER BY s.low) AS nth, t.low IS NULL AS untold
       FROM lead_segments s LEFT JOIN lead_strings t USING (organization_id, low)
       WHERE s.organization_id = $1
     ), sealed AS (
       SELECT sealed, ARRAY(SELECT low FROM segments ORDER BY nth) AS lows FROM lead_bounds WHERE organization_id = $1
     ), changed AS (
       SELECT width_bucket(lead_id, lows) AS nth, 'facets' AS of, count(*) AS changes,
         bool_or(((was).status IS NULL) <> ((is_now).status IS NULL)) AS moved
       FROM sealed JOIN lead_changes ON lead_id < sealed WHERE organization_id = $1 GROUP BY 1
       UNION ALL
       SELECT width_bucket(lead_id, lows), 'texts', count(*), true
       FROM sealed JOIN lead_text_changes ON lead_id < sealed WHERE organization_id = $1 GROUP BY 1
       UNION ALL
       SELECT nth, 'texts', $2::int, true FROM segments WHERE untold AND NOT $3
     )
     SELECT low, of, sum(changes)::int8 AS changes, bool_or(moved) OR sum(changes) * $4 >= min(leads) AS anew
     FROM changed JOIN segments USING (nth) GROUP BY low, of ORDER BY changes DESC`,
    [tx.organizationId, left.anew + 1, left.unmined, MANY],
  );
  return [
    ...mostOf(
      counted.filter(({ anew }) => !anew),
      left.inPlace,
    ),
    ...mostOf(
      counted.filter(({ of, anew }) => of === 'facets' && anew),
      left.anew,
    ),
    ...mostOf(
      counted.filter(({ of }) => of === 'texts'),
      left.anew,
    ),
  ];
}

/** A number that grows by each new lead and each change, until changes are folded. */
export async function countWritten(tx: TenantTransaction): Promise<number> {
  // There may be as many as are left, and those of a moment.
  const { changes, texts } = await countChanges(tx, 2 * LEFT_MEANWHILE.anew);
  return (await totalOf(tx, 'all', [''])) + changes + texts;
}

/** Whether there are more changes of either kind; which segments they are in takes ten times as long to tell. */
async function areMore(tx: TenantTransaction, left: number): Promise<boolean> {
  const { changes, texts } = await countChanges(tx, left);
  return Math.max(changes, texts) > left;
}

/** The changes of both kinds, counted up to one more than `most`. */
async function countChanges(
  tx: TenantTransaction,
  most: number,
): Promise<{ changes: number; texts: number }> {
  const [counted] = await tx.query<{ changes: number; texts: number }>(
    `SELECT (SELECT count(*) FROM (SELECT FROM lead_changes WHERE organization_id = $1 LIMIT $2) c) AS changes,
       (SELECT count(*) FROM (SELECT FROM lead_text_changes WHERE organization_id = $1 LIMIT $2) c) AS texts`,
    [tx.organizationId, most + 1],
  );
  return counted ?? { changes: 0, texts: 0 };
}

/** Those from the first on without which no more than `left` changes are left. */
function mostOf(counted: readonly Fold[], left: number): Fold[] {
  let all = counted.reduce((sum, { changes }) => sum + changes, 0);
  return counted.filter(({ changes }) => {
    const isTooMany = all > left;
    all -= changes;
    return isTooMany;
  });
}

/**
 * Makes what changed in a segment part of it. Answers whether it was its turn. Needs a snapshot of its own: see
 * `beginFolding`.
 */
export async function foldSegment(
  tx: TenantTransaction,
  { low, of, anew }: Pick<Fold, 'low' | 'of' | 'anew'>,
  mine: StringMining,
  leads = SEGMENT_LEADS,
): Promise<boolean> {
  if (!(await beginFolding(tx))) return false;
  // Others may have cut it since.
  const [segment] = await tx.query<{ high: string }>(
    `SELECT coalesce((SELECT low FROM lead_segments WHERE organization_id = $1 AND low > $2 ORDER BY low LIMIT 1), sealed) AS high
     FROM lead_segments s JOIN lead_bounds b USING (organization_id) WHERE s.organization_id = $1 AND s.low = $2`,
    [tx.organizationId, low],
  );
  if (segment === undefined) return true;
  const { high } = segment;
  if (of === 'texts') {
    await writeStrings(tx, { low, high }, mine);
    return true;
  }
  const noted = anew ? null : await findChanges(tx, { low, high });
  if (noted !== null) {
    await changeBitmaps(tx, low, noted);
    await forgetChanges(tx, { low, high });
    return true;
  }
  const isOne = (await endOf(tx, low, high, 2 * leads)) === high;
  for (let from = low; from < high; ) {
    const end = isOne ? high : await endOf(tx, from, high, leads);
    await rewriteBitmaps(tx, { low: from, high: end });
    if (!isOne) await writeStrings(tx, { low: from, high: end }, mine);
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

/** Puts what leads of a range are now in the place of what is known of them. */
async function rewriteBitmaps(tx: TenantTransaction, range: Range): Promise<void> {
  for (const table of ['lead_segments', 'lead_bits', 'lead_slices']) {
    await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND low = $2`, [
      tx.organizationId,
      range.low,
    ]);
  }
  await forgetChanges(tx, range);
  await writeBitmaps(tx, range);
}

async function forgetChanges(tx: TenantTransaction, { low, high }: Range): Promise<void> {
  await tx.query('DELETE FROM lead_changes WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3', [
    tx.organizationId,
    low,
    high,
  ]);
}
