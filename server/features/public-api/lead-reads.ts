import sql from 'sql-template-tag';
import { z } from 'zod';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import type { PublicLead } from '#contract/public-lead.ts';
import { givenTime, id } from '#contract/shapes.ts';
import { LEAD_COLUMNS, type SelectedLead } from '../../lead/fields.ts';
import { loadLeadNames, toLead } from '../../lead/lead-reads.ts';
import { clause } from '../../lead/list/index/finder.ts';
import { without } from '../../platform/db/planner.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';

export interface Identities {
  emails: readonly string[];
  /** E.164. */
  phones: readonly string[];
}

/** Outside the trash; `phone` is null unless valid. */
export interface Holder {
  id: string;
  email: string | null;
  phone: string | null;
}

/** Finds owners of emails or valid phones outside the trash. */
export function findHolders(tx: TenantTransaction, { emails, phones }: Identities): Promise<Holder[]> {
  // UNION uses each index; OR would read the whole organization.
  return tx.query<Holder>(
    `SELECT id, email, CASE WHEN number_valid THEN phone END AS phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND email = ANY($2::text[])
     UNION
     SELECT id, email, phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone = ANY($3::text[])`,
    [tx.organizationId, emails, phones],
  );
}

export async function updatedAtOf(tx: TenantTransaction, id: string): Promise<string> {
  const [lead] = await tx.query<{ updatedAt: Date }>(
    'SELECT updated_at AS "updatedAt" FROM leads WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, id],
  );
  if (lead === undefined) throw noSuchPublicLead();
  return lead.updatedAt.toISOString();
}

export function noSuchPublicLead(): HttpError {
  return new HttpError('not_found', PUBLIC_ERRORS.not_found.message);
}

/** @throws HttpError not_found, also for a lead in the trash */
export async function readPublicLead(tx: TenantTransaction, id: string): Promise<PublicLead> {
  const [lead] = await readPublicLeads(tx, [id]);
  if (lead === undefined) throw noSuchPublicLead();
  return lead;
}

/** Reads leads outside the trash, in the order of the ids. */
export async function readPublicLeads(tx: TenantTransaction, ids: readonly string[]): Promise<PublicLead[]> {
  const rows = await tx.query<SelectedLead & { updatedAt: Date }>(
    `SELECT ${LEAD_COLUMNS}, updated_at AS "updatedAt" FROM leads
     WHERE organization_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL`,
    [tx.organizationId, ids],
  );
  const names = await loadLeadNames(tx, rows);
  const leads = new Map(
    rows.map((row) => [row.id, { ...toLead(row, names), updatedAt: row.updatedAt.toISOString() }]),
  );
  return ids.flatMap((id) => leads.get(id) ?? []);
}

const place = z.object({ changed: givenTime, id });

/** Place of a lead in the order of changes, to the microsecond. */
export type ChangePlace = z.infer<typeof place>;

/**
 * Changes carry the start time of their transaction and appear at its commit, so all changes before the oldest open transaction
 * are visible. Exports only read.
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
