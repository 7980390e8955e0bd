import type pg from 'pg';
import { findDefaultOrganization } from '../../platform/accounts/user-reads.ts';
import type { AuditEntry } from '../../platform/audit/writes.ts';
import { auditColumns, auditInsert } from '../../platform/audit/writes.ts';

type Recorded = Pick<AuditEntry, 'actor'> & {
  /** File, or the folder if none could be written. */
  resource: string;
  /** Set on failure. */
  reason?: string;
};

/** @param organizationId null for a full backup, audited in the Default Organization */
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
