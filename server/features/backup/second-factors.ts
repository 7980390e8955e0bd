import { Buffer } from 'node:buffer';
import type pg from 'pg';
import { decryptSecret, encryptSecret } from '../../platform/security/secret-box.ts';
import type { BackupInfo } from './backup-format.ts';
import { hashOfKey } from './secret-key-note.ts';

/** Opens the second factors of an organization's users, base64 by user; leaves out what another key sealed. */
export async function secondFactorsOf(
  client: pg.ClientBase,
  organizationId: string,
  key: Buffer,
): Promise<Record<string, string>> {
  const { rows } = await client.query<{ id: string; sealed: Buffer }>(
    `SELECT id, two_factor_secret AS sealed FROM users
     WHERE organization_id = $1 AND two_factor_secret IS NOT NULL`,
    [organizationId],
  );
  return Object.fromEntries(
    rows.flatMap(({ id, sealed }): [string, string][] => {
      try {
        return [[id, decryptSecret(key, id, sealed).toString('base64')]];
      } catch {
        return [];
      }
    }),
  );
}

const SEAL = {
  users: 'UPDATE users SET two_factor_secret = $2 WHERE id = $1',
  restored_users: 'UPDATE restored_users SET two_factor_secret = $2 WHERE id = $1',
};

/**
 * Seals the restored second factors with this installation's key. Returns a line for each that can't be used.
 * @param users table of the restored users
 */
export async function sealSecondFactors(
  client: pg.ClientBase,
  users: keyof typeof SEAL,
  { secretKeyHash, secondFactors }: BackupInfo,
  key: Buffer | null,
): Promise<string[]> {
  if (key !== null && hashOfKey(key) === secretKeyHash) return [];
  const { rows } = await client.query<{ id: string; username: string }>(
    `SELECT id, username FROM ${users} WHERE two_factor_secret IS NOT NULL ORDER BY username`,
  );
  const notes: string[] = [];
  for (const { id, username } of rows) {
    const secret = secondFactors?.[id];
    if (key !== null && secret !== undefined) {
      const sealed = encryptSecret(key, id, Buffer.from(secret, 'base64'));
      await client.query(SEAL[users], [id, sealed]);
    } else {
      notes.push(
        `Two-factor authentication of ${username} can't be used, because the secret key is a different one; run: npm run admin -- disable-2fa ${username}`,
      );
    }
  }
  return notes;
}
