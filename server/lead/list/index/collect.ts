import sql, { join } from 'sql-template-tag';
import { inOneProcess, inOrder } from '../../../platform/db/planner.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { noBits, positionsOf } from '../../bitmaps.ts';
import type { Conditions } from './clauses.ts';
import { FIRST_ID, type IdRange, LAST_ID, matchingIds, within } from './clauses.ts';
import { idsAt, readSegments, type Segment, watermarkOf } from './segments.ts';

/** Tries of a part whose segments are rebuilt at that moment. */
const TRIES = 5;
/** Segments in which a page is looked for before all are read. */
const FEW_SEGMENTS = 4;

/** The part of the matches that is asked for, newest first. */
export interface Part extends IdRange {
  offset: number;
  limit: number;
}

/** All matches. */
export const WHOLE: IdRange = { from: FIRST_ID, before: LAST_ID };

/** A page of the list, newest first. */
export interface Page {
  ids: string[];
  /** The number of all matches; null unless asked for. */
  total: number | null;
}

/** A segment, or leads whose rows have to be read. */
type ListRange = Segment | (IdRange & { bits: null; matches: number | null });

/** How far the collection of ids has come. */
interface Progress {
  ids: string[];
  /** Matches that are still to be passed over. */
  skip: number;
}

/** Ids, or matches of a segment whose ids are to be read. */
type Piece = string[] | { segment: Segment; skip: number; limit: number };

export async function findInSegments(
  tx: TenantTransaction,
  conditions: Conditions,
  part: Part,
  counted: boolean,
): Promise<Page> {
  // No segment knows custom fields: all rows are read.
  const watermark = conditions.custom.length > 0 ? FIRST_ID : await watermarkOf(tx);
  for (let tried = 0; tried < TRIES; tried++) {
    const found = await findOnce(tx, conditions, part, { watermark, counted });
    if (found !== null) return found;
  }
  throw new Error('Segments kept being rebuilt while ids were read');
}

async function findOnce(
  tx: TenantTransaction,
  conditions: Conditions,
  part: Part,
  { watermark, counted }: { watermark: string; counted: boolean },
): Promise<Page | null> {
  const progress: Progress = { ids: [], skip: part.offset };
  const take = (ranges: readonly ListRange[]) => takeFrom(tx, conditions, part, { ranges, progress });
  const recent = recentRange(part, watermark);
  if (counted) {
    const wanted = isInside(WHOLE, part) ? part.offset + part.limit : null;
    const segments = await readSegments(tx, conditions, { ...WHOLE, watermark, wanted });
    const ranges = [...recent, ...segments];
    const total = await countAll(tx, conditions, ranges);
    return (await take(ranges)) ? { ids: progress.ids, total } : null;
  }
  await take(recent);
  let { before } = part;
  // Most pages of the newest leads are in a few segments.
  for (const most of part.offset === 0 ? [FEW_SEGMENTS, null] : [null]) {
    if (progress.ids.length === part.limit) break;
    const segments = await readSegments(tx, conditions, { from: part.from, before, watermark, most });
    if (!(await take(segments))) return null;
    before = segments.at(-1)?.from ?? part.from;
  }
  return { ids: progress.ids, total: null };
}

/** By reading rows where that has to be. */
async function countAll(tx: TenantTransaction, conditions: Conditions, ranges: ListRange[]): Promise<number> {
  const unknown = ranges.filter(({ matches }) => matches === null);
  const counts = await countRows(tx, conditions, unknown);
  for (const [nth, range] of unknown.entries()) range.matches = counts[nth] ?? 0;
  return ranges.reduce((sum, { matches }) => sum + (matches ?? 0), 0);
}

/** The leads that are in no segment yet. */
function recentRange({ from, before }: IdRange, watermark: string): ListRange[] {
  const low = from > watermark ? from : watermark;
  return low < before ? [{ from: low, before, bits: null, matches: null }] : [];
}

/** Takes the next ids out of ranges; false when a segment was rebuilt meanwhile. */
async function takeFrom(
  tx: TenantTransaction,
  conditions: Conditions,
  part: Part,
  { ranges, progress }: { ranges: readonly ListRange[]; progress: Progress },
): Promise<boolean> {
  const pieces: Piece[] = [];
  let wanted = part.limit - progress.ids.length;
  for (const range of ranges) {
    if (wanted <= 0) break;
    const matches = isInside(range, part) ? range.matches : null;
    if (matches !== null && matches <= progress.skip) {
      progress.skip -= matches;
    } else if (range.bits === null) {
      const page = { skip: progress.skip, limit: wanted };
      const rows = await readRows(tx, conditions, clip(range, part), page);
      if (rows.length > 0) progress.skip = 0;
      else if (progress.skip > 0) progress.skip -= (await countRows(tx, conditions, [range]))[0] ?? 0;
      pieces.push(rows);
      wanted -= rows.length;
    } else {
      pieces.push({ segment: range, skip: progress.skip, limit: wanted });
      wanted -= Math.min(wanted, (matches ?? 0) - progress.skip);
      progress.skip = 0;
    }
  }
  const ids = await idsOfPieces(tx, pieces, part);
  if (ids === null) return false;
  progress.ids = [...progress.ids, ...ids].slice(0, part.limit);
  return true;
}

async function idsOfPieces(
  tx: TenantTransaction,
  pieces: readonly Piece[],
  range: IdRange,
): Promise<string[] | null> {
  const picks = pieces.flatMap((piece) => (Array.isArray(piece) ? [] : [piece]));
  const read = await idsAt(
    tx,
    picks.map(({ segment, skip, limit }) => {
      const positions = positionsOf(segment.bits ?? noBits(0));
      if (!isInside(segment, range)) return { segment, positions };
      // Leads that changed may match no more.
      const end = skip + limit + segment.logged.length;
      return { segment, positions: positions.slice(isPlain(segment, range) ? skip : 0, end) };
    }),
  );
  if (read === null) return null;
  let nth = 0;
  return pieces.flatMap((piece) => {
    if (Array.isArray(piece)) return piece;
    const ids = read[nth++] ?? [];
    return isPlain(piece.segment, range) ? ids : correct(ids, piece, range);
  });
}

/** Whether positions stand for the same matches in the same order. */
function isPlain(segment: Segment, range: IdRange): boolean {
  return segment.logged.length === 0 && isInside(segment, range);
}

/** Corrects the ids by what changed since, and leaves out those outside of the range. */
function correct(
  ids: readonly string[],
  { segment, skip, limit }: Exclude<Piece, string[]>,
  range: IdRange,
): string[] {
  const logged = new Set(segment.logged);
  return [...ids.filter((id) => !logged.has(id)), ...segment.live]
    .filter((id) => id >= range.from && id < range.before)
    .sort()
    .reverse()
    .slice(skip, skip + limit);
}

function isInside(inner: IdRange, outer: IdRange): boolean {
  return inner.from >= outer.from && inner.before <= outer.before;
}

function clip({ from, before }: IdRange, range: IdRange): IdRange {
  return {
    from: from > range.from ? from : range.from,
    before: before < range.before ? before : range.before,
  };
}

/** Counts the matches in each id range by reading rows. */
async function countRows(
  tx: TenantTransaction,
  conditions: Conditions,
  ranges: readonly IdRange[],
): Promise<number[]> {
  if (ranges.length === 0) return [];
  const counts = ranges.map(
    (range) => sql`(select count(*)::int from ${matchingIds(tx, conditions, within(range))} matching)`,
  );
  const statement = sql`select array[${join(counts, ', ')}] as counts`;
  const read = () => tx.query<{ counts: number[] }>(statement);
  // No segment knows custom fields: all rows are read for them.
  const [row] = await (conditions.custom.length > 0 ? read() : inOneProcess(tx, read));
  return row?.counts ?? [];
}

/** Newest first, by reading rows in that order. */
async function readRows(
  tx: TenantTransaction,
  conditions: Conditions,
  range: IdRange,
  { skip, limit }: { skip: number; limit: number },
): Promise<string[]> {
  const statement = sql`select id from ${matchingIds(tx, conditions, within(range))} matching
    order by id desc limit ${limit} offset ${skip}`;
  const rows = await inOrder(tx, () => tx.query<{ id: string }>(statement));
  return rows.map(({ id }) => id);
}
