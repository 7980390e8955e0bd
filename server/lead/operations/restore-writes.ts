import type { Actor } from '../../platform/audit/writes.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { EDITED_COLUMNS } from '../fields.ts';
import { columnChanges } from '../rows/lead-row.ts';
import type { ChangedLead } from '../rows/stored-lead.ts';
import { changeLeads, encodeStaged, STAGING_TABLE, stageLeads } from '../store/store.ts';

const CHECKS = ['hlr_checked_at', 'hlr_source', 'whatsapp_checked_at', 'whatsapp_source'] as const;

/** The undo that restores leads, as their events record it. */
export interface RestoredBy {
  /** The undo of an operation or an import. */
  operationId: string;
  actor: Actor;
  detail?: string;
}

/** Writes locked leads as they were before, with events. */
export async function writeRestored(
  tx: TenantTransaction,
  by: RestoredBy,
  changed: readonly ChangedLead[],
): Promise<void> {
  if (changed.length === 0) return;
  await stageLeads(tx.client, encodeStaged(changed.map(({ after }) => after)));
  const made = await changeLeads<{ id: string; version: number }>(
    tx,
    {
      source: `SELECT * FROM ${STAGING_TABLE}`,
      set: [...EDITED_COLUMNS, 'folded'].map((column) => `${column} = p.${column}`),
      result: 'SELECT id, version FROM changed',
    },
    [tx.organizationId],
  );
  await restoreChecks(tx, changed);
  const versions = new Map(made.map(({ id, version }) => [id, version]));
  await tx.query(
    insertSelected(`INSERT INTO lead_events
       (organization_id, lead_id, id, kind, changes, version, operation_id, actor_id, actor_name, detail)
     SELECT $1, e.*, $6, $7, $8, $9
     FROM (SELECT unnest($2::uuid[]), unnest($3::uuid[]), 'undo', unnest($4::jsonb[]), unnest($5::int[])) AS e`),
    [
      tx.organizationId,
      changed.map(({ after }) => after.id),
      changed.map(() => newId()),
      changed.map(({ before, after }) => JSON.stringify(columnChanges(before, after))),
      changed.map(({ after }) => versions.get(after.id) ?? null),
      by.operationId,
      by.actor.id,
      by.actor.username,
      by.detail ?? null,
    ],
  );
}

/** When and by what the statuses were checked that are put back. */
async function restoreChecks(tx: TenantTransaction, changed: readonly ChangedLead[]): Promise<void> {
  const leads = changed.filter(
    ({ before, after }) => before.hlr !== after.hlr || before.whatsapp !== after.whatsapp,
  );
  if (leads.length === 0) return;
  await changeLeads(
    tx,
    {
      source: `SELECT * FROM unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::text[])
        AS c (id, ${CHECKS.join(', ')})`,
      set: CHECKS.map((column) => `${column} = p.${column}`),
      keepsVersion: true,
    },
    [
      tx.organizationId,
      leads.map(({ after }) => after.id),
      ...CHECKS.map((column) => leads.map(({ after }) => after[column] ?? null)),
    ],
  );
}
