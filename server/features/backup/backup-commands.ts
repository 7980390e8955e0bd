import { resolve } from 'node:path';
import { chainLine } from '../../platform/audit/verify.ts';
import {
  type AdminCommand,
  AdminError,
  type CommandInput,
  type CommandResult,
} from '../../platform/command-line/command.ts';
import { withOwner } from '../../platform/command-line/owner.ts';
import { newestUnknown } from '../../platform/db/migrate.ts';
import { withOwnerUrl } from '../../platform/db/owner-url.ts';
import { readVersion } from '../../platform/version.ts';
import type { TableSum } from './backup-format.ts';
import { readPassphrase } from './passphrase.ts';
import { verifyFile } from './read-file.ts';
import { type RestoreSource, restoreInstallation, sealAndVerify } from './restore-installation.ts';
import {
  noteAboutBackedUpKey,
  refuseOtherSecretKey,
  restoreSecretKey,
  secretKeyHere,
} from './secret-key-note.ts';
import { writeBackup } from './write-file.ts';

const PASSPHRASE_FILE = {
  value: 'file',
  help: 'file with the passphrase that encrypts the backup in its first line',
};

/** Commands that write and restore backups. */
export const BACKUP_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'backup',
    summary: 'Writes a backup of all organizations while the server runs, and reads it again',
    args: ['file'],
    options: { 'passphrase-file': PASSPHRASE_FILE },
    run: backup,
  },
  {
    name: 'restore',
    summary: 'Restores a backup into an empty database',
    args: ['file'],
    options: { 'passphrase-file': PASSPHRASE_FILE },
    run: restore,
  },
];

async function backup({ args: [file = ''], options, config }: CommandInput): Promise<string> {
  const passphrase = passphraseIn(options);
  const secretKey = secretKeyHere(config);
  const path = resolve(file);
  const report = await withOwner(config, (owner) =>
    writeBackup(owner, path, {
      organization: null,
      passphrase,
      secretKey,
      product: readVersion(config.commit),
    }),
  );
  return [
    ...tableLines(report.tables),
    `${path} was written and read again: ${(report.bytes / 1024 ** 2).toFixed(1)} MiB, ${totalOf(report.tables)}, ${report.seconds.toFixed(1)} s`,
    noteAboutBackedUpKey(secretKey, passphrase),
  ].join('\n');
}

async function restore({ args: [file = ''], options, config }: CommandInput): Promise<CommandResult> {
  const start = performance.now();
  const passphrase = passphraseIn(options);
  const path = resolve(file);
  const source: RestoreSource = { path, passphrase, ...(await verifyFile(path, passphrase)) };
  const unknown = await newestUnknown(source.info.migrations);
  if (unknown !== null) {
    throw new AdminError(
      `The backup is of a newer version (${source.info.product}), which has the migration ${unknown}: restore it with that version`,
    );
  }
  refuseOtherSecretKey(config, source.info);
  return withOwnerUrl(config, async (ownerUrl) => {
    await restoreInstallation(source, { ownerUrl, preparedAppUrl: config.databaseAppUrl });
    const note = restoreSecretKey(config, source.info);
    const chains = await sealAndVerify(ownerUrl);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    return {
      text: [
        ...tableLines(source.tables),
        `The backup of ${source.info.madeAt} was restored: ${totalOf(source.tables)}, ${seconds} s`,
        note,
        ...chains.map(chainLine),
      ].join('\n'),
      failed: chains.some(({ broken }) => broken !== null),
    };
  });
}

function passphraseIn(options: CommandInput['options']): string | null {
  const file = options.get('passphrase-file');
  return file === undefined ? null : readPassphrase(file);
}

/** Returns a line for each table that has rows. */
function tableLines(tables: Record<string, TableSum>): string[] {
  const filled = Object.entries(tables).filter(([, { rows }]) => rows > 0);
  const width = Math.max(0, ...filled.map(([name]) => name.length));
  return filled.map(([name, { rows, checksum }]) =>
    [name.padEnd(width), String(rows).padStart(10), checksum.padStart(24)].join('  '),
  );
}

function totalOf(tables: Record<string, TableSum>): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return `${Object.keys(tables).length} tables, ${rows} rows`;
}
