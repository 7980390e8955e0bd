import { v7 as uuid } from 'uuid';
import type { TenantTransaction } from '../security/scope.ts';
import type { Origin } from '../security/sessions.ts';

/** Who did it; `id` is null where no account did. */
export interface Actor {
  id: string | null;
  username: string;
}

/** One line of the audit trail. `details` never holds a secret. */
export interface AuditEntry {
  action:
    | 'login_success'
    | 'login_failed'
    | 'create_organization'
    | 'import_leads'
    | 'export_leads'
    | 'create_lead'
    | 'update_lead'
    | 'delete_lead'
    | 'restore_lead'
    | 'bulk_update'
    | 'mark_sold'
    | 'create_field'
    | 'delete_field';
  actor: Actor;
  origin: Origin | null;
  resource?: string;
  details?: Record<string, string | number | boolean | null>;
}

/** Writes the entry in the transaction of what it tells of, so that neither is there without the other. */
export async function writeAudit(tx: TenantTransaction, entry: AuditEntry): Promise<void> {
  await tx.query(
    `INSERT INTO audit_logs
       (organization_id, id, user_id, username, action, resource, details, ip_address, user_agent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.organizationId,
      uuid(),
      entry.actor.id,
      entry.actor.username,
      entry.action,
      entry.resource ?? null,
      entry.details === undefined ? null : JSON.stringify(entry.details),
      entry.origin?.ipAddress ?? null,
      entry.origin?.userAgent ?? null,
    ],
  );
}
