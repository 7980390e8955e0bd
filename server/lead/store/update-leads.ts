import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { encodeStaged, STAGED_COLUMNS, stageLeads } from './staging.ts';
import { type ChangedLead, sameValue } from './stored-lead.ts';

const CHANGED = STAGED_COLUMNS.filter((column) => column !== 'id');

/** Writes leads that a batch changed, and an event for each that tells what it was before. */
export async function writeLeadUpdates(
  tx: TenantTransaction,
  changed: readonly ChangedLead[],
  by: { importId: string; actor: { id: string; username: string } },
): Promise<void> {
  if (changed.length === 0) return;
  await stageLeads(tx.client, encodeStaged(changed.map(({ after }) => after)));
  const made = await tx.query<{ id: string; version: number }>(
    `UPDATE leads l SET
       hlr_checked_at = CASE WHEN s.hlr IS DISTINCT FROM l.hlr THEN now() ELSE l.hlr_checked_at END,
       hlr_source = CASE WHEN s.hlr IS DISTINCT FROM l.hlr THEN 'import' ELSE l.hlr_source END,
       whatsapp_checked_at = CASE WHEN s.whatsapp IS DISTINCT FROM l.whatsapp THEN now() ELSE l.whatsapp_checked_at END,
       whatsapp_source = CASE WHEN s.whatsapp IS DISTINCT FROM l.whatsapp THEN 'import' ELSE l.whatsapp_source END,
       updated_at = now(), version = l.version + 1, ${CHANGED.map((column) => `${column} = s.${column}`).join(', ')}
     FROM lead_staging s WHERE l.organization_id = $1 AND l.id = s.id
     RETURNING l.id, l.version`,
    [tx.organizationId],
  );
  const versions = new Map(made.map(({ id, version }) => [id, version]));
  await tx.query(
    `INSERT INTO lead_events (organization_id, lead_id, id, kind, changes, version, import_id, actor_id, actor_name)
     SELECT $1, e.*, $6, $7, $8
     FROM (SELECT unnest($2::uuid[]), unnest($3::uuid[]), 'import', unnest($4::jsonb[]), unnest($5::int[])) AS e`,
    [
      tx.organizationId,
      changed.map(({ after }) => after.id),
      changed.map(() => newId()),
      changed.map((change) => JSON.stringify(changesOf(change))),
      changed.map(({ after }) => versions.get(after.id) ?? null),
      by.importId,
      by.actor.id,
      by.actor.username,
    ],
  );
}

/**
 * `{"<column>": [before, after]}` of the columns that differ. Of a status also when and by what it was checked before:
 * an undo puts that back.
 */
function changesOf({ before, after }: ChangedLead): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {};
  for (const column of CHANGED) {
    if (!sameValue(before[column], after[column])) changes[column] = [before[column], after[column]];
  }
  for (const status of ['hlr', 'whatsapp'] as const) {
    if (changes[status] === undefined) continue;
    changes[`${status}_checked_at`] = [before[`${status}_checked_at`] ?? null, null];
    changes[`${status}_source`] = [before[`${status}_source`] ?? null, 'import'];
  }
  return changes;
}
