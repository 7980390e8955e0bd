import type { Buffer } from 'node:buffer';
import type pg from 'pg';
import { dropTrustedFormKeys } from '../../lead/consents/lost-key-writes.ts';
import { dropOrderSecrets } from '../../lead/order-deliveries/lost-secret-writes.ts';
import type { BackupInfo } from './backup-format.ts';
import { hashOfKey } from './secret-key-note.ts';

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
