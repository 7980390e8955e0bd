import type pg from 'pg';
import { AdminError } from './command.ts';

/**
 * Ignores case.
 * @throws AdminError if missing
 */
export async function requireOrganization(
  owner: pg.Pool,
  name: string,
): Promise<{ id: string; name: string }> {
  const { rows } = await owner.query<{ id: string; name: string }>(
    'SELECT id, name FROM organizations WHERE lower(name) = lower($1)',
    [name.trim()],
  );
  const [organization] = rows;
  if (organization === undefined) throw new AdminError(`There is no organization ${name}`);
  return organization;
}
