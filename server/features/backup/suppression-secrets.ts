import { Buffer } from 'node:buffer';
import type pg from 'pg';
import { dropEntries } from '../../lead/suppression/lost-entry-writes.ts';
import { openSuppressionSecret, sealSuppressionSecret } from '../../lead/suppression/secret-writes.ts';
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
