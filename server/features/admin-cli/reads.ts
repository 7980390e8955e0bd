import type pg from 'pg';

/** Returns the organization with this name, ignoring case, or null. */
export async function findOrganization(
  owner: pg.Pool,
  name: string,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await owner.query<{ id: string; name: string }>(
    'SELECT id, name FROM organizations WHERE lower(name) = lower($1)',
    [name.trim()],
  );
  return rows[0] ?? null;
}
