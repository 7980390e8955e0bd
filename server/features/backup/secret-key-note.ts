import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { AdminError } from '../../platform/command-line/command.ts';
import type { Config } from '../../platform/config.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { findSecretKey, replaceSecretKey } from '../../platform/security/secret-key.ts';
import type { BackupInfo } from './backup-format.ts';

type KeySettings = Pick<Config, 'secretKey' | 'dataDir' | 'dataDirGiven' | 'databaseUrl'>;

/** Identifies a key without revealing it. */
export function hashOfKey(key: Buffer): string {
  return createHmac('sha256', key).update('lead-manager-backup').digest('hex');
}

export function secretKeyHere(config: KeySettings): Buffer | null {
  return findSecretKey(config.secretKey, dataFolder(config));
}

/** Describes whether the backup contains the key; one of an organization never does. */
export function noteAboutBackedUpKey(
  key: Buffer | null,
  { passphrase, organization }: { passphrase: string | null; organization: unknown },
): string {
  if (organization !== null) {
    return passphrase === null || key === null
      ? "Second factors of its users aren't in the file in a form that another secret key opens"
      : "Second factors of its users are in the file; the secret key of this installation isn't";
  }
  if (key === null) {
    return "The secret key isn't in the file, because it isn't on this machine: keep the server's SECRET_KEY or its file secret-key";
  }
  return passphrase === null
    ? "The secret key isn't in the file, because only encrypted files contain it: keep SECRET_KEY or the file secret-key as well"
    : 'The secret key is in the file';
}

/** @throws AdminError if SECRET_KEY differs from the backup's key */
export function refuseOtherSecretKey(config: KeySettings, info: BackupInfo): void {
  if (info.secretKey === null || config.secretKey === null) return;
  if (hashOfKey(config.secretKey) === info.secretKeyHash) return;
  throw new AdminError(
    "SECRET_KEY isn't the key of the server that was backed up: set that key, or leave SECRET_KEY out and the restore puts the key into DATA_DIR",
  );
}

/** Puts the backup's key into the data folder unless SECRET_KEY is set. Returns a line about it. */
export function restoreSecretKey(config: KeySettings, info: BackupInfo): string {
  const present = secretKeyHere(config);
  if (present !== null && hashOfKey(present) === info.secretKeyHash) {
    return 'The secret key on this machine matches the backup';
  }
  if (info.secretKey === null) {
    return 'The secret key is missing: set SECRET_KEY to that of the server that was backed up, or restore its file secret-key. Without it, run forget-secret-key, which empties the suppression lists, and turn off two-factor authentication of users with disable-2fa';
  }
  const folder = dataFolder(config);
  const kept = replaceSecretKey(folder, Buffer.from(info.secretKey, 'base64'));
  const note = `The secret key is in ${folder}/secret-key again`;
  return kept === null ? note : `${note}; the previous key was kept as ${kept}`;
}
