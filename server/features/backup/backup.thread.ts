import { Buffer } from 'node:buffer';
import { openPool } from '../../platform/db/pool.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import { type BackupOptions, type BackupReport, writeBackup } from './write-file.ts';

export interface BackupTaskInput {
  ownerUrl: string;
  path: string;
  options: BackupOptions;
}

/** Holds its own connection throughout. */
export default async function run(
  _environment: ThreadEnvironment,
  { ownerUrl, path, options }: BackupTaskInput,
): Promise<BackupReport> {
  const owner = openPool(ownerUrl, 1, () => undefined);
  try {
    // A buffer arrives as plain bytes in another thread.
    const secretKey = options.secretKey === null ? null : Buffer.from(options.secretKey);
    return await writeBackup(owner, path, { ...options, secretKey });
  } finally {
    await owner.end();
  }
}
