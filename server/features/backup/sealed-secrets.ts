import { Buffer } from 'node:buffer';
import type pg from 'pg';
import { dropTrustedFormKeys } from '../../lead/consents/lost-key-writes.ts';
import { dropOrderSecrets } from '../../lead/order-deliveries/lost-secret-writes.ts';
import { dropEntries } from '../../lead/suppression/lost-entry-writes.ts';
import { openSuppressionSecret, sealSuppressionSecret } from '../../lead/suppression/secret-writes.ts';
import { decryptSecret, encryptSecret } from '../../platform/security/secret-box.ts';
import type { BackupInfo } from './backup-format.ts';
import { hashOfKey } from './secret-key-note.ts';

/** Opens what keys the suppression entries of an organization, in base64; null without entries. */
export async function suppressionSecretOf(
  client: pg.ClientBase,
  organizationId: string,
  key: Buffer,
): Promise<string | null> {
  const { rows } = await client.query<{ sealed: Buffer | null }>(
    'SELECT sealed_secret AS sealed FROM suppression_settings WHERE organization_id = $1',
    [organizationId],
  );
  const sealed = rows[0]?.sealed ?? null;
  return sealed === null ? null : openSuppressionSecret(key, sealed).toString('base64');
}

const SEAL = {
  stored: 'UPDATE suppression_settings SET sealed_secret = $1',
  staged: 'UPDATE restored_suppression_settings SET sealed_secret = $1',
};

/** Seals what keys the restored suppression entries with this installation's key. Returns a line if they can't be used. */
export async function sealSuppressions(
  client: pg.ClientBase,
  where: keyof typeof SEAL,
  { secretKeyHash, suppressionSecret }: BackupInfo,
  key: Buffer | null,
): Promise<string[]> {
  if (key !== null && hashOfKey(key) === secretKeyHash) return [];
  if (key === null || suppressionSecret === null) return dropEntries(client, where);
  await client.query(SEAL[where], [sealSuppressionSecret(key, Buffer.from(suppressionSecret, 'base64'))]);
  return [];
}

/** Removes restored API keys and secrets of orders that this installation's key can't open. Returns a line if there were any. */
export async function dropForeignKeys(
  client: pg.ClientBase,
  where: 'stored' | 'staged',
  { secretKeyHash }: BackupInfo,
  key: Buffer | null,
): Promise<string[]> {
  if (key !== null && hashOfKey(key) === secretKeyHash) return [];
  return [...(await dropTrustedFormKeys(client, where)), ...(await dropOrderSecrets(client, where))];
}

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

const SEAL_FACTOR = {
  users: 'UPDATE users SET two_factor_secret = $2 WHERE id = $1',
  restored_users: 'UPDATE restored_users SET two_factor_secret = $2 WHERE id = $1',
};

/**
 * Seals the restored second factors with this installation's key. Returns a line for each that can't be used.
 * @param users table of the restored users
 */
export async function sealSecondFactors(
  client: pg.ClientBase,
  users: keyof typeof SEAL_FACTOR,
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
      await client.query(SEAL_FACTOR[users], [id, sealed]);
    } else {
      notes.push(
        `Two-factor authentication of ${username} can't be used, because the secret key is a different one; run: npm run admin -- disable-2fa ${username}`,
      );
    }
  }
  return notes;
}
