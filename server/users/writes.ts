import type pg from 'pg';

/** An organization and the user it begins with. */
export interface NewOrganization {
  organizationId: string;
  organizationName: string;
  userId: string;
  username: string;
  usernameKey: string;
  /** Argon2id in PHC form. */
  passwordHash: string;
}

/**
 * Creates an organization with its administrator. With `firstOnly` it does nothing and answers false when
 * there is an account already, however many ask at the same moment.
 * @throws a unique violation when the username or the organization's name is taken
 */
export async function createOrganization(
  app: pg.Pool,
  created: NewOrganization,
  firstOnly: boolean,
): Promise<boolean> {
  const { rows } = await app.query<{ register_organization: boolean }>(
    'SELECT register_organization($1, $2, $3, $4, $5, $6, $7)',
    [
      firstOnly,
      created.organizationId,
      created.organizationName,
      created.userId,
      created.username,
      created.usernameKey,
      created.passwordHash,
    ],
  );
  return rows[0]?.register_organization ?? false;
}
