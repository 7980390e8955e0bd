import type { ParsedBy } from '#contract/endpoint.ts';
import type { setTrustedForm, TrustedForm } from '#contract/trusted-form.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { encryptSecret, openSecret } from '../../platform/security/secret-box.ts';
import { shownTrustedForm, storedTrustedForm, writeTrustedForm } from './trusted-form-writes.ts';

/** Constant: a restored organization may get a new id. */
const OWNER = 'trusted-form';

/**
 * Stores whether certificates are verified, and with which API key.
 * @throws HttpError invalid_input without a key to verify with
 */
export async function changeTrustedForm(
  tx: TenantTransaction,
  { enabled, key }: ParsedBy<typeof setTrustedForm>['body'],
  editor: Editor,
): Promise<TrustedForm> {
  const before = await storedTrustedForm(tx);
  const sealedKey = key === undefined ? before.sealedKey : key === null ? null : seal(tx, key);
  if (enabled && sealedKey === null) {
    throw new HttpError('invalid_input', 'key: Enter the API key from your TrustedForm account', {
      field: 'key',
    });
  }
  const after = { enabled, sealedKey };
  await writeTrustedForm(tx, after);
  const details = { enabled, key: key === undefined ? 'kept' : key === null ? 'removed' : 'changed' };
  await writeAudit(tx, { action: 'update_trusted_form', ...editor, details });
  await notifyChanges(tx, { type: 'fields' });
  return shownTrustedForm(after);
}

const seal = (tx: TenantTransaction, key: string) => encryptSecret(tx.secretKey(), OWNER, Buffer.from(key));

/** @throws HttpError conflict if certificates aren't verified, or the key is lost */
export async function openKey(tx: TenantTransaction): Promise<string> {
  const { enabled, sealedKey } = await storedTrustedForm(tx);
  if (!enabled || sealedKey === null) {
    throw new HttpError('conflict', 'An administrator can turn on TrustedForm in Settings');
  }
  const key = openSecret(tx.secretKey(), OWNER, sealedKey);
  if (key === null) {
    throw new HttpError('conflict', "The TrustedForm API key can't be read. Enter it again in Settings.");
  }
  return key.toString('utf8');
}
