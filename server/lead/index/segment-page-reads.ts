import { sql } from 'kysely';
import { sqlFor } from '../../platform/db/query-builder.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { LeadConditions } from './conditions.ts';
import { without } from './count-reads.ts';
import { idsOf } from './filter-reads.ts';
import { inOrder, type LeadPage } from './id-reads.ts';
import { idsInSegments, isSegmented, LAST_ID, type Stretch, sealedUpTo } from './segment-reads.ts';

/** From so many matches on a stretch is read row by row: bitmaps would spare few. */
const DENSE = 128;

interface Part {
  low: string;
  high: string;
  isSparse: boolean;
}

/** The ids of a page of the leads that match, which are in these stretches, newest first. */
export function idsOfPage(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { limit, offset }: LeadPage,
  stretches: readonly Stretch[],
): Promise<string[]> {
  let passed = 0;
  let first = 0;
  for (const { matches } of stretches) {
    if (passed + matches > offset) break;
    passed += matches;
    first++;
  }
  return firstIds(tx, conditions, stretches.slice(first), { skip: offset - passed, limit, before: LAST_ID });
}

/** The ids of the newest leads that match, which are in these stretches, of those before the id `before`. */
export async function idsBefore(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { limit, before }: { limit: number; before: string },
  stretches: readonly Stretch[],
): Promise<string[]> {
  const older = stretches.filter(({ low }) => low < before);
  return firstIds(tx, conditions, older, { skip: 0, limit, before });
}

/** The first ids before `before` but for `skip`, of which there are fewer than matches in the first stretch. */
async function firstIds(
  tx: TenantTransaction,
  conditions: LeadConditions,
  stretches: readonly Stretch[],
  { skip, limit, before }: { skip: number; limit: number; before: string },
): Promise<string[]> {
  const isInBitmaps = isSegmented(conditions) && Object.keys(conditions).length > 1;
  const ids: string[] = [];
  let offset = skip;
  for (const { low, high, isSparse } of partsOf(stretches, limit)) {
    const part = { low, high: high < before ? high : before };
    const page = { limit: limit - ids.length, offset };
    ids.push(...(await (isSparse && isInBitmaps ? fromBitmaps : rowByRow)(tx, conditions, part, page)));
    if (ids.length === limit) break;
    offset = 0;
  }
  return ids;
}

/** The stretches that the next `limit` matches behind any of the first are in; neighbours with few are read together. */
function partsOf(stretches: readonly Stretch[], limit: number): Part[] {
  const parts: Part[] = [];
  let behindFirst = 0;
  for (const [at, { low, high, matches }] of stretches.entries()) {
    if (behindFirst >= limit) break;
    if (at > 0) behindFirst += matches;
    const isSparse = matches < DENSE;
    const last = parts.at(-1);
    if (last !== undefined && isSparse && last.isSparse) last.low = low;
    else parts.push({ low, high, isSparse });
  }
  return parts;
}

async function rowByRow(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { low, high }: { low: string; high: string },
  { limit, offset }: LeadPage,
): Promise<string[]> {
  const matched = sqlFor
    .selectFrom(idsOf(tx, conditions, low))
    .select('id')
    .where('id', '<', high)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
  const rows = await inOrder(tx, () => tx.all(matched));
  return rows.map((row) => row.id);
}

async function fromBitmaps(
  tx: TenantTransaction,
  conditions: LeadConditions,
  { low, high }: { low: string; high: string },
  { limit, offset }: LeadPage,
): Promise<string[]> {
  const sealed = await sealedUpTo(tx);
  const statement = sql<{ id: string }>`
    select id from ${idsInSegments(tx, conditions, { low, high, sealed })} as found
    order by id desc limit ${limit} offset ${offset}`;
  const rows = await without(tx, ['seqscan', 'hashjoin', 'mergejoin'], () =>
    tx.all({ compile: () => statement.compile(sqlFor) }),
  );
  return rows.map((row) => row.id);
}
