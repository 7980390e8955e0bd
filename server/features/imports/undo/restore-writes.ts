import { columnChanges } from '../../../lead/store/lead-row.ts';
import { encodeStaged, STAGED_COLUMNS, stageLeads } from '../../../lead/store/staging.ts';
import type { ChangedLead } from '../../../lead/store/stored-lead.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/ids.ts';
import type { UndoWork } from './work.ts';

const RESTORED = STAGED_COLUMNS.filter((column) => column !== 'id');
const CHECKS = ['hlr_checked_at', 'hlr_source', 'whatsapp_checked_at', 'whatsapp_source'] as const;

/** Writes leads that this transaction has locked as they were before, and an event for each. */
export async function writeRestored(
  tx: TenantTransaction,
  work: UndoWork,
  changed: readonly ChangedLead[],
): Promise<void> {
  if (changed.length === 0) return;
  await stageLeads(tx.client, encodeStaged(changed.map(({ after }) => after)));
  const made = await tx.query<{ id: string; version: number }>(
    `UPDATE leads l SET updated_at = now(), version = l.version + 1,
       ${RESTORED.map((column) => `${column} = s.${column}`).join(', ')}
     FROM lead_staging s WHERE l.organization_id = $1 AND l.id = s.id
     RETURNING l.id, l.version`,
    [tx.organizationId],
  );
  await restoreChecks(tx, changed);
  const versions = new Map(made.map(({ id, version }) => [id, version]));
  await tx.query(
    `INSERT INTO lead_events
       (organization_id, lead_id, id, kind, changes, version, operation_id, actor_id, actor_name, detail)
     SELECT $1, e.*, $6, $7, $8, $9
     FROM (SELECT unnest($2::uuid[]), unnest($3::uuid[]), 'undo', unnest($4::jsonb[]), unnest($5::int[])) AS e`,
    [
      tx.organizationId,
      changed.map(({ after }) => after.id),
      changed.map(() => newId()),
      changed.map(({ before, after }) => JSON.stringify(columnChanges(before, after))),
      changed.map(({ after }) => versions.get(after.id) ?? null),
      work.importId,
      work.createdBy,
      work.createdByName,
      work.filename,
    ],
  );
}

/** When and by what the statuses were checked that are put back. */
async function restoreChecks(tx: TenantTransaction, changed: readonly ChangedLead[]): Promise<void> {
  const leads = changed.filter(
    ({ before, after }) => before.hlr !== after.hlr || before.whatsapp !== after.whatsapp,
  );
  if (leads.length === 0) return;
  await tx.query(
    `UPDATE leads l SET hlr_checked_at = c.hlr_at, hlr_source = c.hlr_source, whatsapp_checked_at = c.whatsapp_at,
       whatsapp_source = c.whatsapp_source
     FROM unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::text[])
       AS c (id, hlr_at, hlr_source, whatsapp_at, whatsapp_source)
     WHERE l.organization_id = $1 AND l.id = c.id`,
    [
      tx.organizationId,
      leads.map(({ after }) => after.id),
      ...CHECKS.map((column) => leads.map(({ after }) => after[column] ?? null)),
    ],
  );
}
