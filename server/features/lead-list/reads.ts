import sql, { raw } from 'sql-template-tag';
import { conditionFields } from '#contract/lead-conditions.ts';
import { customFieldName, FILTERED_FIELDS, LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { FIELD_VALUES_MAX } from '#contract/lead-values.ts';
import type { TrashedLead } from '#contract/trash.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { LEAD_COLUMNS, type SelectedLead } from '../../lead/fields.ts';
import { clause } from '../../lead/index/finder.ts';
import { loadLeadNames, toLead } from '../../lead/lead-reads.ts';
import { statsOf } from '../../lead/stats/stat-reads.ts';
import type { StatDimension } from '../../lead/stats/stat-writes.ts';
import { countStatuses, loadLeadStatuses } from '../../lead/statuses/reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';

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

/** Newest leads whose values are suggested; reading more would take longer than typing. */
const RECENT_WINDOW_LEADS = 20_000;
/** Kinds of fields that hold texts. */
const TEXT_KINDS: readonly string[] = ['text', 'country', 'status', 'tags'];

/**
 * Returns the values that leads have in a field, the most frequent first.
 * @throws HttpError invalid_input for a field without texts
 */
export async function fieldValues(tx: TenantTransaction, field: string): Promise<string[]> {
  const fields = conditionFields(await loadCustomFields(tx));
  const known = fields.find((one) => one.field === field);
  if (known === undefined || !TEXT_KINDS.includes(known.kind)) {
    throw new HttpError('invalid_input', `There is no text field ${field.slice(0, 100)}`, { field: 'field' });
  }
  if (field === 'status') return offeredStatuses(tx);
  const dimension = dimensionOf(field);
  if (dimension !== null) {
    const values = (await statsOf(tx, dimension)).flatMap(({ value }) => value || []);
    return values.slice(0, FIELD_VALUES_MAX);
  }
  const custom = customFieldName(field);
  const column = LEAD_FIELDS.find(({ key }) => key === field)?.column;
  const rows = await tx.query<{ value: string }>(
    `SELECT value FROM (
       SELECT ${custom === null ? column : 'custom_data ->> $4'} AS value FROM leads
       WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT $2
     ) recent WHERE value <> '' GROUP BY value ORDER BY count(*) DESC, value LIMIT $3`,
    [tx.organizationId, RECENT_WINDOW_LEADS, FIELD_VALUES_MAX, ...(custom === null ? [] : [custom])],
  );
  return rows.map(({ value }) => value);
}

/** Returns the statuses that leads can be given, then others that leads have. */
async function offeredStatuses(tx: TenantTransaction): Promise<string[]> {
  const { offered } = await loadLeadStatuses(tx);
  const used = await countStatuses(tx);
  const names = new Set([...offered, ...used].map(({ name }) => name));
  return [...names].slice(0, FIELD_VALUES_MAX);
}

/** Returns the dimension that counts all values of a field, or null. */
function dimensionOf(field: string): StatDimension | null {
  if (field === 'tags') return 'tag';
  return FILTERED_FIELDS.find(({ key }) => key === field)?.key ?? null;
}
