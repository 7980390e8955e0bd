import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { EDITED_COLUMNS } from '../fields.ts';
import { type ChangedLead, sameValue } from '../rows/stored-lead.ts';
import { changeLeads } from './change-leads.ts';
import { encodeStaged, STAGING_TABLE, stageLeads } from './staging.ts';

/** As events record it; with `undone`, the name of the import whose changes are put back. */
type UpdatedBy = { actor: { id: string; username: string } } & (
  | { importId: string }
  | { operationId: string; undone?: string }
);

const CHECKS = ['hlr_checked_at', 'hlr_source', 'whatsapp_checked_at', 'whatsapp_source'] as const;

/** With an event for each. */
export async function writeLeadUpdates(
  tx: TenantTransaction,
  changed: readonly ChangedLead[],
  by: UpdatedBy,
): Promise<void> {
  if (changed.length === 0) return;
  const isImport = 'importId' in by;
  const undone = isImport ? undefined : by.undone;
  const source = isImport ? 'import' : 'manual';
  await stageLeads(tx.client, encodeStaged(changed.map(({ after }) => after)));
  const made = await changeLeads<{ id: string; version: number }>(
    tx,
    {
      // Citus takes now() here, but not within the CASE of an assignment.
      source: `SELECT *, now() AS written_at FROM ${STAGING_TABLE}`,
      set: [
        ...(undone === undefined ? [...checkedBy('hlr', source), ...checkedBy('whatsapp', source)] : []),
        ...EDITED_COLUMNS.map((column) => `${column} = p.${column}`),
        'folded = p.folded',
      ],
      result: 'SELECT id, version FROM changed',
    },
    [tx.organizationId],
  );
  if (undone !== undefined) await restoreChecks(tx, changed);
  const versions = new Map(made.map(({ id, version }) => [id, version]));
  await tx.query(
    insertSelected(`INSERT INTO lead_events
       (organization_id, lead_id, id, changes, version, kind, import_id, operation_id, actor_id, actor_name, detail)
     SELECT $1, e.*, $6, $7, $8, $9, $10, $11
     FROM (SELECT unnest($2::uuid[]), unnest($3::uuid[]), unnest($4::jsonb[]), unnest($5::int[])) AS e`),
    [
      tx.organizationId,
      changed.map(({ after }) => after.id),
      changed.map(() => newId()),
      changed.map((change) => JSON.stringify(changesOf(change, undone === undefined ? source : null))),
      changed.map(({ after }) => versions.get(after.id) ?? null),
      isImport ? 'import' : undone === undefined ? 'bulk' : 'undo',
      isImport ? by.importId : null,
      isImport ? null : by.operationId,
      by.actor.id,
      by.actor.username,
      undone ?? null,
    ],
  );
}

/** A cleared status wasn't checked. */
function checkedBy(status: 'hlr' | 'whatsapp', source: 'import' | 'manual'): string[] {
  const isOther = `p.${status} IS DISTINCT FROM b.${status}`;
  const checked = (value: string): string => `CASE WHEN p.${status} IS NOT NULL THEN ${value} END`;
  return [
    `${status}_checked_at = CASE WHEN ${isOther} THEN ${checked('p.written_at')} ELSE b.${status}_checked_at END`,
    `${status}_source = CASE WHEN ${isOther} THEN ${checked(`'${source}'`)} ELSE b.${status}_source END`,
  ];
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

/** As `{"<column>": [before, after]}`, with time and source of a changed status' previous check for an undo. */
function changesOf(
  { before, after }: ChangedLead,
  source: 'import' | 'manual' | null,
): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {};
  for (const column of EDITED_COLUMNS) {
    if (!sameValue(before[column], after[column])) changes[column] = [before[column], after[column]];
  }
  for (const status of ['hlr', 'whatsapp'] as const) {
    if (source === null || changes[status] === undefined) continue;
    changes[`${status}_checked_at`] = [before[`${status}_checked_at`] ?? null, null];
    changes[`${status}_source`] = [
      before[`${status}_source`] ?? null,
      after[status] === null ? null : source,
    ];
  }
  return changes;
}
