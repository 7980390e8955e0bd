import { DRAFT_DAYS, type SavedDraft } from '#contract/import-drafts.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** Maximum number of drafts that the list returns. */
const LISTED_DRAFTS = 200;

/** A draft with its plan, which may lack fields that were added to plans since it was stored. */
export type StoredDraft = SavedDraft & { plan: ImportPlan };

interface DraftRow extends Omit<StoredDraft, 'createdAt' | 'changedAt' | 'expiresAt'> {
  createdAt: Date;
  changedAt: Date;
  expiresAt: Date;
}

/** Condition of a draft `d` that is neither discarded nor expired. */
export const IS_LIVE_DRAFT = `d.discarded_at IS NULL AND d.changed_at >= now() - interval '${DRAFT_DAYS} days'`;

const DRAFT = `SELECT d.upload_id AS "uploadId", u.filename, coalesce(s.total_rows, u.total_rows) AS "totalRows", d.step,
    d.revision, d.created_by_name AS "createdBy", d.created_at AS "createdAt", d.changed_by_name AS "changedBy",
    d.changed_at AS "changedAt", d.changed_at + interval '${DRAFT_DAYS} days' AS "expiresAt", d.plan
  FROM import_drafts d
    JOIN uploads u ON u.organization_id = d.organization_id AND u.id = d.upload_id
    CROSS JOIN LATERAL (
      SELECT coalesce(nullif(d.plan -> 'options' ->> 'sheet', u.format ->> 'sheet'), '') AS sheet,
        coalesce(nullif(d.plan -> 'options' ->> 'encoding', u.format ->> 'encoding'), '') AS encoding,
        d.plan -> 'options' ->> 'delimiter' AS delimiter
    ) chosen
    LEFT JOIN upload_readings s ON s.organization_id = d.organization_id AND s.upload_id = d.upload_id
      AND s.sheet = chosen.sheet AND s.encoding = chosen.encoding AND s.delimiter = coalesce(
        CASE WHEN chosen.encoding = '' THEN nullif(chosen.delimiter, u.format ->> 'delimiter') ELSE chosen.delimiter END, '')
  WHERE d.organization_id = $1 AND ${IS_LIVE_DRAFT}`;

/** Returns the drafts of the organization, last changed first. */
export async function findDrafts(tx: TenantTransaction): Promise<SavedDraft[]> {
  const rows = await tx.query<DraftRow & { uploadId: string }>(
    `${DRAFT} ORDER BY d.changed_at DESC, d.upload_id DESC LIMIT ${LISTED_DRAFTS}`,
    [tx.organizationId],
  );
  return rows.map(draftOf);
}

/** Returns a draft with its plan, or null when there is none, or not any more. */
export async function findDraft(tx: TenantTransaction, uploadId: string): Promise<StoredDraft | null> {
  const [row] = await tx.query<DraftRow & { uploadId: string }>(`${DRAFT} AND d.upload_id = $2`, [
    tx.organizationId,
    uploadId,
  ]);
  return row === undefined ? null : draftOf(row);
}

function draftOf(row: DraftRow): StoredDraft {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
