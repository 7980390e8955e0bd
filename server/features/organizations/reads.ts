import type { Organization } from '#contract/organizations.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Oldest first; empty outside the Default Organization. */
export async function findOrganizations(tx: TenantTransaction): Promise<Organization[]> {
  const rows = await tx.query<
    Omit<Organization, 'createdAt' | 'deletedAt'> & { createdAt: Date; deletedAt: Date | null }
  >(
    `SELECT id, name, created_at AS "createdAt", deleted_at AS "deletedAt", users, admins, leads, imports FROM organization_overview()`,
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  }));
}

export async function organizationName(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    'SELECT name FROM organizations WHERE id = $1 AND deleted_at IS NULL',
    [tx.organizationId],
  );
  return row?.name ?? null;
}
