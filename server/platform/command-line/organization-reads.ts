import type pg from 'pg';
import { AdminError } from './command.ts';

export interface NamedOrganization {
  id: string;
  name: string;
}

export async function namedOrganizations(owner: pg.Pool): Promise<NamedOrganization[]> {
  const { rows } = await owner.query<NamedOrganization>('SELECT id, name FROM organizations ORDER BY name');
  return rows;
}

/**
 * Ignores case.
 * @throws AdminError if missing
 */
export async function requireOrganization(owner: pg.Pool, name: string): Promise<NamedOrganization> {
  const { rows } = await owner.query<NamedOrganization>(
    'SELECT id, name FROM organizations WHERE lower(name) = lower($1)',
    [name.trim()],
  );
  const [organization] = rows;
  if (organization === undefined) throw new AdminError(`There is no organization ${name}`);
  return organization;
}
