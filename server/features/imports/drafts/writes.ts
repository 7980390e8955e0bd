import { DRAFT_DAYS, type SavedDraft } from '#contract/import-drafts.ts';
import type { ImportPlan } from '#contract/imports.ts';
import type { Actor } from '../../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { notifyChanges } from '../../../platform/events/notices.ts';
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
const IS_LIVE_DRAFT = isLiveDraft('now()');

/** Returns the condition for a draft `d` that is live at a time. */
function isLiveDraft(now: string): string {
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

/** The parts of a draft that its users change. */
export interface DraftContent {
  plan: ImportPlan;
  step: SavedDraft['step'];
}

/** Stores a draft of an upload, unless there is one. A discarded or expired draft is replaced. */
export async function insertDraft(
  tx: TenantTransaction,
  uploadId: string,
  { plan, step }: DraftContent,
  actor: Actor & { id: string },
): Promise<void> {
  const stored = await tx.query(
    `INSERT INTO import_drafts AS d
       (organization_id, upload_id, plan, step, created_by, created_by_name, changed_by_name)
     VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (organization_id, upload_id) DO UPDATE SET plan = excluded.plan, step = excluded.step,
       revision = d.revision + 1, created_by = excluded.created_by, created_by_name = excluded.created_by_name,
       created_at = excluded.created_at, changed_by_name = excluded.changed_by_name, changed_at = excluded.changed_at,
       discarded_at = NULL
     WHERE NOT (${isLiveDraft('excluded.changed_at')})
     RETURNING d.upload_id AS id`,
    [tx.organizationId, uploadId, JSON.stringify(plan), step, actor.id, actor.username],
  );
  if (stored.length > 0) await notifyChanges(tx, { type: 'drafts' });
}

/** Changes a draft that is still at `revision`; returns false when it isn't, or is gone. */
export async function updateDraft(
  tx: TenantTransaction,
  uploadId: string,
  { revision, plan, step }: { revision: number; plan?: ImportPlan | undefined; step?: string | undefined },
  actor: Actor,
): Promise<boolean> {
  return changeDraft(
    tx,
    `UPDATE import_drafts d SET plan = coalesce($4::json, d.plan), step = coalesce($5, d.step), revision = d.revision + 1,
       changed_by_name = $6, changed_at = now()
     WHERE d.organization_id = $1 AND d.upload_id = $2 AND d.revision = $3 AND ${IS_LIVE_DRAFT}`,
    [uploadId, revision, plan === undefined ? null : JSON.stringify(plan), step ?? null, actor.username],
  );
}

/** Marks a draft as discarded; returns false without one. */
export async function markDiscarded(tx: TenantTransaction, uploadId: string): Promise<boolean> {
  return changeDraft(
    tx,
    `UPDATE import_drafts d SET discarded_at = now() WHERE d.organization_id = $1 AND d.upload_id = $2 AND ${IS_LIVE_DRAFT}`,
    [uploadId],
  );
}

/** Restores a discarded draft that is still stored. */
export async function unmarkDiscarded(tx: TenantTransaction, uploadId: string): Promise<void> {
  await changeDraft(
    tx,
    `UPDATE import_drafts d SET discarded_at = NULL
     WHERE d.organization_id = $1 AND d.upload_id = $2 AND d.discarded_at IS NOT NULL`,
    [uploadId],
  );
}

/** Ends the draft of an upload whose import starts. */
export async function endDraft(tx: TenantTransaction, uploadId: string): Promise<void> {
  await changeDraft(tx, 'DELETE FROM import_drafts d WHERE d.organization_id = $1 AND d.upload_id = $2', [
    uploadId,
  ]);
}

async function changeDraft(
  tx: TenantTransaction,
  statement: string,
  values: readonly unknown[],
): Promise<boolean> {
  const changed = await tx.query(`${statement} RETURNING d.upload_id AS id`, [tx.organizationId, ...values]);
  if (changed.length > 0) await notifyChanges(tx, { type: 'drafts' });
  return changed.length > 0;
}
