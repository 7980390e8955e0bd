import type pg from 'pg';
import { findDefaultOrganization } from '../../platform/accounts/user-reads.ts';
import type { AuditEntry } from '../../platform/audit/writes.ts';
import { auditColumns, auditInsert } from '../../platform/audit/writes.ts';

/** A backup in the audit trail. */
type Recorded = Pick<AuditEntry, 'actor'> & {
  /** File, or the folder where none could be written. */
  resource: string;
  /** Why it failed; absent if it didn't. */
  reason?: string;
};

/**
 * Writes an entry about a backup into the audit trail of an organization.
 * @param organizationId null for a backup of all: the Default Organization manages the installation
 */
export async function recordBackup(
  owner: pg.Pool,
  organizationId: string | null,
  { actor, resource, reason }: Recorded,
): Promise<void> {
  const id = organizationId ?? (await findDefaultOrganization(owner));
  if (id === null) return;
  const entry: AuditEntry = {
    action: 'create_backup',
    actor,
    origin: null,
    resource,
    ...(reason !== undefined && { details: { reason } }),
  };
  await owner.query(auditInsert(2), [id, ...auditColumns([entry])]);
}
