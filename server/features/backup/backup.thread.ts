import { Buffer } from 'node:buffer';
import { openPool } from '../../platform/db/pool.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { type BackupOptions, type BackupReport, writeBackup } from './write-file.ts';

/** Input of the task that writes a backup. */
export interface BackupTaskInput {
  ownerUrl: string;
  path: string;
  options: BackupOptions;
}

/** Writes a backup on a connection of its own, which it holds for as long as that takes. */
export default async function run(
  _environment: ThreadEnvironment,
  { ownerUrl, path, options }: BackupTaskInput,
): Promise<BackupReport> {
  const owner = openPool(ownerUrl, 1, () => undefined);
  try {
    // Between threads a buffer arrives as plain bytes.
    const secretKey = options.secretKey === null ? null : Buffer.from(options.secretKey);
    return await writeBackup(owner, path, { ...options, secretKey });
  } finally {
    await owner.end();
  }
}
