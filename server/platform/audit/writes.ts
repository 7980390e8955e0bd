import type { AuditAction, AuditDetails } from '#contract/audit-logs.ts';
import { INSERTED } from '../db/insert-selected.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { noticeOf } from '../events/notices.ts';
import { newId } from '../ids.ts';
import type { Origin } from '../security/sessions.ts';

/** `id` is null if no account acted. */
export interface Actor {
  id: string | null;
  username: string;
}

/** `details` never contains a secret. */
export interface AuditEntry {
  action: AuditAction;
  actor: Actor;
  origin: Origin | null;
  resource?: string;
  details?: AuditDetails;
}

/** Use the audited action's transaction, so that both commit or neither. */
export function writeAudit(tx: TenantTransaction, entry: AuditEntry): Promise<void> {
  return writeAudits(tx, [entry]);
}

/** Like `writeAudit`, in order. */
export async function writeAudits(tx: TenantTransaction, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { channel, payload } = noticeOf(tx.organizationId, { type: 'audit' });
  await tx.query(`WITH written AS (${auditInsert(2)}) SELECT pg_notify($10, $11)`, [
    tx.organizationId,
    ...auditColumns(entries),
    channel,
    payload,
  ]);
}

/** $1 is the organization, columns begin at $`first`. */
export function auditInsert(first: number): string {
  const [id, user, name, action, resource, details, address, agent] = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (at) => `$${first + at}`,
  );
  return `INSERT INTO audit_logs
      (organization_id, id, user_id, username, action, resource, details, ip_address, user_agent)
    SELECT $1, e.* FROM unnest(${id}::uuid[], ${user}::uuid[], ${name}::text[], ${action}::text[], ${resource}::text[],
      ${details}::jsonb[], ${address}::text[], ${agent}::text[]) AS e ${INSERTED}`;
}

/** Parameters of `auditInsert`, one array per column. */
export function auditColumns(entries: readonly AuditEntry[]): unknown[] {
  return [
    entries.map(() => newId()),
    entries.map(({ actor }) => actor.id),
    entries.map(({ actor }) => actor.username),
    entries.map(({ action }) => action),
    entries.map(({ resource }) => resource ?? null),
    entries.map(({ details }) => (details === undefined ? null : JSON.stringify(details))),
    entries.map(({ origin }) => origin?.ipAddress ?? null),
    entries.map(({ origin }) => origin?.userAgent ?? null),
  ];
}
