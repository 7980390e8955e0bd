import type pg from 'pg';

/** Returns whether the connection's role is a superuser. */
export async function isSuperuser(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper');
  return rowCount === 1;
}
