import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskList } from 'graphile-worker';
import { backupObstacle, readPassphrase } from '../../platform/backup-folder.ts';
import type { BackupSchedule } from '../../platform/config.ts';
import type { Context } from '../../platform/context/context.ts';
import { threadTask } from '../../platform/jobs/threads.ts';
import { readVersion } from '../../platform/version.ts';
import type run from './backup.thread.ts';
import { recordBackup } from './backup-audit.ts';

const TASK = 'write_scheduled_backup';
/** A missed backup is written at the next start, up to this late. */
const LATEST = '12h';
/** After 3, 7, 20 and 55 seconds, 2, 7, 18 and 50 minutes, and 2 hours. */
const TRIES = 10;
/** Other files in the folder are left alone. */
const NAME = /^lead-manager-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

const WRITE = threadTask<typeof run>(
  { threads: 1, idleMs: 0 },
  new URL('./backup.thread.ts', import.meta.url),
);

/** In UTC; one server writes each backup. */
export function backupCrontab(backups: BackupSchedule | null): string[] {
  return (backups?.at ?? []).map((time) => {
    const [hour, minute] = time.split(':').map(Number);
    return `${minute} ${hour} * * * ${TASK} ?id=backup_${hour}_${minute}&fill=${LATEST}&max=${TRIES}&jobKey=${TASK}`;
  });
}

export function backupJobs(context: Context): TaskList {
  const { backups } = context.config;
  if (backups === null) return {};
  const { backups: written, lastBackup } = context.metrics;
  const noteNewest = async (): Promise<void> => lastBackup.set(await newestBackup(backups.folder));
  void noteNewest();
  void backupObstacle(backups).then((obstacle) => {
    if (obstacle !== null) context.log.error({ obstacle }, 'scheduled backups are going to fail');
  });
  return {
    [TASK]: async () => {
      try {
        await writeScheduled(context, backups);
        written.inc({ outcome: 'success' });
        await noteNewest();
      } catch (error) {
        written.inc({ outcome: 'failure' });
        const reason = error instanceof Error ? error.message : String(error);
        context.log.error({ err: error, folder: backups.folder }, 'the scheduled backup failed');
        await recordBackup(context.db.owner, null, { actor: SERVER, resource: backups.folder, reason });
        throw error;
      }
    },
  };
}

/** Actor in the audit trail. */
const SERVER = { id: null, username: 'server' };

async function writeScheduled(context: Context, backups: BackupSchedule): Promise<void> {
  const { folder, keep, passphraseFile } = backups;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeFiles(folder, (names) =>
    names.filter((name) => NAME.test(name.replace(/\.part$/, '')) && !NAME.test(name)),
  );
  const name = `lead-manager-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
  const report = await context.threads.run(WRITE, null, {
    ownerUrl: context.db.urls.owner,
    path: join(folder, name),
    options: {
      organization: null,
      passphrase: passphraseFile === null ? null : readPassphrase(passphraseFile),
      secretKey: context.secretKey(),
      product: readVersion(context.config.commit),
    },
  });
  const { bytes, seconds } = report;
  context.log.info({ file: join(folder, name), bytes, seconds }, 'wrote the scheduled backup');
  await recordBackup(context.db.owner, null, { actor: SERVER, resource: name });
  await removeFiles(folder, (names) =>
    names
      .filter((each) => NAME.test(each))
      .sort()
      .slice(0, -keep),
  );
}

async function removeFiles(folder: string, choose: (names: string[]) => string[]): Promise<void> {
  for (const name of choose(await readdir(folder))) await rm(join(folder, name), { force: true });
}

/** Seconds since 1970, 0 without a backup. */
async function newestBackup(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) return 0;
  const found = await stat(join(folder, newest)).catch(() => null);
  return found === null ? 0 : Math.floor(found.mtimeMs / 1000);
}
