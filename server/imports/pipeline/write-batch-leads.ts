import { v7 as uuid } from 'uuid';
import type { TenantTransaction } from '../../security/scope.ts';
import type { ChangedLead, StoredLead } from './stored-lead.ts';
import { STAGED_COLUMNS, stageLeads } from './write-batch-staging.ts';

const COLUMNS = STAGED_COLUMNS.join(', ');
const CHANGED = STAGED_COLUMNS.filter((column) => column !== 'id');

/** The leads outside the bin that hold one of these identities, locked until the transaction ends. */
export function findLeads(
  tx: TenantTransaction,
  wanted: { ids: string[]; emails: string[]; phones: string[] },
): Promise<StoredLead[]> {
  // Three index scans by id first; one OR over three indexes would read the whole organization.
  return tx.query<StoredLead>(
    `SELECT ${COLUMNS}, is_sold FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND id IN (
       SELECT id FROM leads WHERE organization_id = $1 AND id = ANY($2::uuid[])
       UNION SELECT id FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND email = ANY($3::text[])
       UNION SELECT id FROM leads
         WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone = ANY($4::text[]))
     ORDER BY id FOR UPDATE`,
    [tx.organizationId, wanted.ids, wanted.emails, wanted.phones],
  );
}

/** Writes leads that a batch changed, and an event for each that tells what it was before. */
export async function writeLeadUpdates(
  tx: TenantTransaction,
  changed: readonly ChangedLead[],
  by: { importId: string; actor: { id: string; username: string } },
): Promise<void> {
  if (changed.length === 0) return;
  await stageLeads(
    tx.client,
    changed.map(({ after }) => after),
  );
  await tx.query(
    `UPDATE leads l SET
       hlr_checked_at = CASE WHEN s.hlr IS DISTINCT FROM l.hlr THEN now() ELSE l.hlr_checked_at END,
       hlr_source = CASE WHEN s.hlr IS DISTINCT FROM l.hlr THEN 'import' ELSE l.hlr_source END,
       whatsapp_checked_at = CASE WHEN s.whatsapp IS DISTINCT FROM l.whatsapp THEN now() ELSE l.whatsapp_checked_at END,
       whatsapp_source = CASE WHEN s.whatsapp IS DISTINCT FROM l.whatsapp THEN 'import' ELSE l.whatsapp_source END,
       updated_at = now(), version = l.version + 1, ${CHANGED.map((column) => `${column} = s.${column}`).join(', ')}
     FROM lead_staging s WHERE l.organization_id = $1 AND l.id = s.id`,
    [tx.organizationId],
  );
  await tx.query(
    `INSERT INTO lead_events (organization_id, lead_id, id, kind, changes, import_id, actor_id, actor_name)
     SELECT $1, e.*, $5, $6, $7
     FROM (SELECT unnest($2::uuid[]), unnest($3::uuid[]), 'import', unnest($4::jsonb[])) AS e`,
    [
      tx.organizationId,
      changed.map(({ after }) => after.id),
      changed.map(() => uuid()),
      changed.map((change) => JSON.stringify(changesOf(change))),
      by.importId,
      by.actor.id,
      by.actor.username,
    ],
  );
}

/** `{"<column>": [before, after]}` of the columns that differ. */
function changesOf({ before, after }: ChangedLead): Record<string, [unknown, unknown]> {
  const differing = CHANGED.filter(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  return Object.fromEntries(differing.map((column) => [column, [before[column], after[column]]]));
}
