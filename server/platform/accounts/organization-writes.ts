import type { Organization } from '#contract/organizations.ts';
import { inOrganization, type TenantTransaction } from '../db/scope.ts';
import { newId } from '../ids.ts';

/** @throws a unique violation if the name is taken, ignoring case */
export async function insertOrganization(tx: TenantTransaction, name: string): Promise<Organization> {
  const id = newId();
  const [row] = await tx.query<{ createdAt: Date }>('SELECT create_organization($1, $2) AS "createdAt"', [
    id,
    name,
  ]);
  await inOrganization(tx, id, addFirstLeadStatuses);
  const createdAt = (row?.createdAt ?? new Date()).toISOString();
  return { id, name, createdAt, deletedAt: null, users: 0, admins: 0, leads: 0, imports: 0 };
}

/**
 * Returns the former name, or null if there is none or it is in the bin. Never the Default Organization.
 * @throws a unique violation if the name is taken, ignoring case
 */
export async function renamedOrganization(
  tx: TenantTransaction,
  id: string,
  name: string,
): Promise<string | null> {
  const [row] = await tx.query<{ former: string | null }>('SELECT rename_organization($1, $2) AS former', [
    id,
    name,
  ]);
  return row?.former ?? null;
}

/** Returns its name, or null if there is none, or it is in the bin, or not in it, already. Never the Default Organization. */
export async function moveOrganization(
  tx: TenantTransaction,
  id: string,
  to: 'bin' | 'list',
): Promise<string | null> {
  const [row] = await tx.query<{ name: string | null }>('SELECT move_organization($1, $2) AS name', [
    id,
    to === 'bin',
  ]);
  return row?.name ?? null;
}

export async function addFirstLeadStatuses(tx: TenantTransaction): Promise<void> {
  await tx.query('SELECT add_first_lead_statuses($1)', [tx.organizationId]);
}

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
