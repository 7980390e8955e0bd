import { readFileSync } from 'node:fs';
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { AdminError } from './command-line/command.ts';
import type { BackupSchedule } from './config.ts';

/** Less is hardly room for a backup of any database in use. */
const LEAST_FREE_BYTES = 1024 ** 3;
const SHORTEST_PASSPHRASE = 12;

/** Tries the folder and the passphrase of scheduled backups. Returns what keeps them from being written, or null. */
export async function backupObstacle({ folder, passphraseFile }: BackupSchedule): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
    if (passphraseFile !== null) readPassphrase(passphraseFile);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return free < LEAST_FREE_BYTES ? `${folder} has ${Math.floor(free / 1024 ** 2)} MiB left` : null;
}

/**
 * Reads a file's first line.
 * @throws AdminError if it is too short
 */
export function readPassphrase(path: string): string {
  const [line = ''] = readFileSync(path, 'utf8').split('\n');
  const passphrase = line.trimEnd();
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new AdminError(
      `The first line of ${path} must be a passphrase of at least ${SHORTEST_PASSPHRASE} characters`,
    );
  }
  return passphrase;
}
