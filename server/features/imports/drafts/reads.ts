import { DRAFT_DAYS, type SavedDraft } from '#contract/import-drafts.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { countDataRows } from '../../../platform/uploads/row-count-reads.ts';

/** Maximum number of drafts that the list returns. */
const LISTED_DRAFTS = 200;

/** A draft with its plan, which may lack fields that were added to plans since it was stored. */
export type StoredDraft = SavedDraft & { plan: ImportPlan };

interface DraftRow extends Omit<StoredDraft, 'totalRows' | 'createdAt' | 'changedAt' | 'expiresAt'> {
  createdAt: Date;
  changedAt: Date;
  expiresAt: Date;
}

/** Condition of a draft `d` that is neither discarded nor expired. */
export const IS_LIVE_DRAFT = isLiveDraft('now()');

/** Returns the condition for a draft `d` that is live at a time. */
export function isLiveDraft(now: string): string {
  return `d.discarded_at IS NULL AND ${now} - d.changed_at <= interval '${DRAFT_DAYS} days'`;
}

const DRAFT = `SELECT d.upload_id AS "uploadId", u.filename, d.step, d.revision, d.created_by_name AS "createdBy",
    d.created_at AS "createdAt", d.changed_by_name AS "changedBy", d.changed_at AS "changedAt",
    d.changed_at + interval '${DRAFT_DAYS} days' AS "expiresAt", d.plan
  FROM import_drafts d JOIN uploads u ON u.organization_id = d.organization_id AND u.id = d.upload_id
  WHERE d.organization_id = $1 AND ${IS_LIVE_DRAFT}`;

/** Returns the drafts of the organization, last changed first. */
export async function findDrafts(tx: TenantTransaction): Promise<SavedDraft[]> {
  const rows = await tx.query<DraftRow>(
    `${DRAFT} ORDER BY d.changed_at DESC, d.upload_id DESC LIMIT ${LISTED_DRAFTS}`,
    [tx.organizationId],
  );
  return withTotals(tx, rows);
}

/** Returns a draft with its plan, or null, or not any more. */
export async function findDraft(tx: TenantTransaction, uploadId: string): Promise<StoredDraft | null> {
  const rows = await tx.query<DraftRow>(`${DRAFT} AND d.upload_id = $2`, [tx.organizationId, uploadId]);
  const [draft] = await withTotals(tx, rows);
  return draft ?? null;
}

/** Adds the number of rows that each plan reads. */
async function withTotals(tx: TenantTransaction, rows: readonly DraftRow[]): Promise<StoredDraft[]> {
  const asked = rows.map(({ uploadId, plan }) => {
    const { sheet = null, encoding = null, delimiter = null, headerRow = null } = plan.options ?? {};
    return { uploadId, choice: { sheet, encoding, delimiter, headerRow } };
  });
  const totals = await countDataRows(tx, asked);
  return rows.map((row) => ({
    ...row,
    totalRows: totals.get(row.uploadId) ?? 0,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}
