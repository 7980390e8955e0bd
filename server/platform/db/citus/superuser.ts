import type pg from 'pg';

export async function isSuperuser(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper');
  return rowCount === 1;
}
