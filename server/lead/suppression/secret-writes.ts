import { randomBytes } from 'node:crypto';
import type { Statements } from '../../platform/db/transaction.ts';
import { encryptSecret, openSecret } from '../../platform/security/secret-box.ts';

/** Constant: a restored organization may get a new id. */
const OWNER = 'suppression';

/** @throws Error for a secret that another key sealed */
export function openSuppressionSecret(key: Buffer, sealed: Buffer): Buffer {
  const secret = openSecret(key, OWNER, sealed);
  if (secret !== null) return secret;
  throw new Error(
    'The suppression lists need the secret key with which they were made: set it, or if it is lost, run: npm run admin -- forget-secret-key',
  );
}

export const sealSuppressionSecret = (key: Buffer, secret: Uint8Array): Buffer =>
  encryptSecret(key, OWNER, secret);

/** A tenant's transaction, or one of the owner's without entries. */
export interface AskingTransaction extends Statements {
  readonly organizationId: string;
  secretKey?(): Buffer;
}

/** Returns the secret that keys the hashes of an organization, in hex, made at first use. */
export async function suppressionSecret(tx: AskingTransaction): Promise<string> {
  if (tx.secretKey === undefined) throw new Error('Suppression lists need the secret key');
  const key = tx.secretKey();
  let sealed = await sealedSecretOf(tx);
  if (sealed === null) {
    await tx.query(
      `INSERT INTO suppression_settings AS s (organization_id, sealed_secret) VALUES ($1, $2)
       ON CONFLICT (organization_id) DO UPDATE SET sealed_secret = excluded.sealed_secret WHERE s.sealed_secret IS NULL`,
      [tx.organizationId, sealSuppressionSecret(key, randomBytes(32))],
    );
    sealed = await sealedSecretOf(tx);
  }
  if (sealed === null) throw new Error('The suppression settings vanished');
  return openSuppressionSecret(key, sealed).toString('hex');
}

async function sealedSecretOf(tx: AskingTransaction): Promise<Buffer | null> {
  const [held] = await tx.query<{ sealed: Buffer | null }>(
    'SELECT sealed_secret AS sealed FROM suppression_settings WHERE organization_id = $1',
    [tx.organizationId],
  );
  return held?.sealed ?? null;
}
