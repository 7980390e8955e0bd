import sql, { raw } from 'sql-template-tag';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { TrashedLead } from '#contract/trash.ts';
import { LEAD_COLUMNS, type SelectedLead } from '../../lead/fields.ts';
import { clause } from '../../lead/index/finder.ts';
import { loadLeadNames, toLead } from '../../lead/lead-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Returns a page of the leads in the trash that match a filter, those deleted last first, and counts them all. */
export async function findTrash(
  tx: TenantTransaction,
  filter: LeadFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ leads: TrashedLead[]; total: number }> {
  const matches = await clause(tx, { ...filter, bin: 'true' });
  // The index of the trash has the ids in this order, so the rows before the page aren't read.
  const page = sql`select id from leads where ${matches} order by deleted_at desc, id desc limit ${limit} offset ${offset}`;
  const rows = await tx.query<SelectedLead & { deletedAt: Date }>(
    sql`select ${raw(LEAD_COLUMNS)}, deleted_at as "deletedAt" from leads
      where organization_id = ${tx.organizationId} and id in (${page}) order by deleted_at desc, id desc`,
  );
  const deletions = await deletionsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const names = await loadLeadNames(tx, rows);
  const [counted] = await tx.query<{ total: number }>(
    sql`select count(*) as total from leads where ${matches}`,
  );
  const leads = rows.map(({ deletedAt, ...row }) => ({
    ...toLead(row, names),
    deletedAt: deletedAt.toISOString(),
    deletion: deletions.get(row.id) ?? null,
  }));
  return { leads, total: counted?.total ?? 0 };
}

/** Returns how and by whom each lead got into the trash, from its timeline. */
async function deletionsOf(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, NonNullable<TrashedLead['deletion']>>> {
  const rows = await tx.query<{ leadId: string; kind: string; by: string; detail: string | null }>(
    `SELECT DISTINCT ON (lead_id) lead_id AS "leadId", kind, actor_name AS by, detail FROM lead_events
     WHERE organization_id = $1 AND lead_id = ANY($2::uuid[]) AND kind IN ('deleted', 'undo')
     ORDER BY lead_id, id DESC`,
    [tx.organizationId, ids],
  );
  return new Map(
    rows.map(({ leadId, kind, by, detail }) => {
      // Only a merge names another lead.
      const way = kind === 'undo' ? 'undo' : detail === null ? 'delete' : 'merge';
      return [leadId, { by, way, detail }];
    }),
  );
}
