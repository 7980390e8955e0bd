import type pg from 'pg';

/** What a sign-in is checked against. */
export interface SignInAccount {
  userId: string;
  organizationId: string;
  username: string;
  password: string;
}

/** The form of a sign-in name by which names are told apart: without regard to case or Unicode spelling. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

/** The account of a sign-in name, in whatever organization it is. */
export async function findSignInAccount(app: pg.Pool, key: string): Promise<SignInAccount | null> {
  const { rows } = await app.query<{
    user_id: string;
    organization_id: string;
    username: string;
    password: string;
  }>('SELECT * FROM sign_in_account($1)', [key]);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    userId: row.user_id,
    organizationId: row.organization_id,
    username: row.username,
    password: row.password,
  };
}

/** Whether anyone has an account yet. */
export async function hasUsers(app: pg.Pool): Promise<boolean> {
  const { rows } = await app.query<{ has_users: boolean }>('SELECT has_users()');
  return rows[0]?.has_users ?? false;
}

/** The organization that runs the installation; null before the first account. */
export async function findDefaultOrganization(app: pg.Pool): Promise<string | null> {
  const { rows } = await app.query<{ default_organization: string | null }>('SELECT default_organization()');
  return rows[0]?.default_organization ?? null;
}
