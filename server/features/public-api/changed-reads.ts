import sql from 'sql-template-tag';
import { z } from 'zod';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { givenTime, id } from '#contract/shapes.ts';
import { clause } from '../../lead/index/finder.ts';
import { without } from '../../platform/db/planner.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

const place = z.object({ changed: givenTime, id });

/** Place of a lead in the order of changes, to the microsecond. */
export type ChangePlace = z.infer<typeof place>;

/**
 * A change has the time at which its transaction began, and appears with its commit: what is older than every open transaction is
 * complete. An export only reads.
 */
const COMPLETE_BEFORE = `
  SELECT least(min(xact_start), statement_timestamp() - interval '1 second')::text AS time FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
    AND NOT (backend_xid IS NULL AND query LIKE 'COPY (SELECT%')`;

/** Spans behind the first time, in seconds, in which a page is looked for: only their changes are read and sorted. */
const SPANS_S = [1, 60, 3_600, 86_400, 31_536_000, null];

/** Finds leads changed since a time, the longest unchanged first, behind a place in that order. */
export async function findChanged(
  tx: TenantTransaction,
  filter: LeadFilter,
  { since, after, limit }: { since: string; after: ChangePlace | null; limit: number },
): Promise<ChangePlace[]> {
  // Asked first: the statement below sees all that was committed until then.
  const [complete] = await tx.query<{ time: string }>(COMPLETE_BEFORE);
  const matching = await clause(tx, filter);
  const from = after === null ? since : after.changed;
  const behind =
    after === null ? sql`true` : sql`(updated_at, id) > (${after.changed}::timestamptz, ${after.id}::uuid)`;
  for (const span of SPANS_S) {
    const [end] = await tx.query<{ time: string; isLast: boolean }>(
      `SELECT least(s.time, $1::timestamptz)::text AS time, s.time IS NULL OR s.time >= $1::timestamptz AS "isLast"
       FROM (SELECT $2::timestamptz + make_interval(secs => $3) AS time) s`,
      [complete?.time, from, span],
    );
    const found = await without(tx, ['seqscan', 'indexscan'], () =>
      tx.query<ChangePlace>(sql`
        SELECT id, to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS changed FROM leads
        WHERE ${matching} AND ${behind}
          AND updated_at >= ${from}::timestamptz AND updated_at < ${end?.time}::timestamptz
        ORDER BY updated_at, id LIMIT ${limit}`),
    );
    if (found.length === limit || end?.isLast !== false) return found;
  }
  return [];
}

/** Opaque to clients. */
export function cursorAfterChange(behind: ChangePlace): string {
  return Buffer.from(`${behind.changed} ${behind.id}`).toString('base64url');
}

/** Returns null for a text that is no such cursor. */
export function placeOfCursor(cursor: string): ChangePlace | null {
  const [changed, leadId] = Buffer.from(cursor, 'base64url').toString().split(' ');
  return place.safeParse({ changed, id: leadId }).data ?? null;
}
