import pg from 'pg';
import { newId } from '#server/platform/ids.ts';

/** An organization and the name of its administrator, whose password is that of the database's first account. */
export interface BenchOrganization {
  id: string;
  username: string;
}

/** Creates an organization in a database that has an account. */
export async function newOrganization(databaseUrl: string): Promise<BenchOrganization> {
  const id = newId();
  const username = `bench-${id}`;
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    await owner.query(
      `SELECT register_organization(false, $1, $2, $3, $4, $4, password, password_verifier)
       FROM (SELECT password, password_verifier FROM users ORDER BY created_at LIMIT 1) administrator`,
      [id, `Organization ${id}`, newId(), username],
    );
    await owner.query('SELECT add_first_lead_statuses($1)', [id]);
  } finally {
    await owner.end();
  }
  return { id, username };
}
