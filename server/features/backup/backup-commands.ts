import { basename, resolve } from 'node:path';
import pg from 'pg';
import { pauseRestoredOrders } from '../../lead/order-deliveries/lost-secret-writes.ts';
import { type ChainReport, chainLine } from '../../platform/audit/verify.ts';
import { readPassphrase } from '../../platform/backup-folder.ts';
import {
  type AdminCommand,
  AdminError,
  BY_COMMAND_LINE,
  type CommandInput,
  type CommandResult,
} from '../../platform/command-line/command.ts';
import { withOwner, withOwnerUrl } from '../../platform/command-line/owner.ts';
import type { Config } from '../../platform/config.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { newestUnknown } from '../../platform/db/migrate.ts';
import { countText } from '../../platform/message-text.ts';
import { secretKeyOf } from '../../platform/security/secret-key.ts';
import { readVersion } from '../../platform/version.ts';
import { recordBackup } from './backup-audit.ts';
import type { BackupInfo, TableSum } from './backup-format.ts';
import { verifyFile } from './read-file.ts';
import {
  hasOrganizations,
  type RestoreSource,
  restoreInstallation,
  sealAndVerify,
} from './restore-installation.ts';
import { restoreOrganization } from './restore-organization.ts';
import { dropForeignKeys, sealSecondFactors, sealSuppressions } from './sealed-secrets.ts';
import {
  noteAboutBackedUpKey,
  refuseOtherSecretKey,
  restoreSecretKey,
  secretKeyHere,
} from './secret-key-note.ts';
import { writeBackup } from './write-file.ts';

const PASSPHRASE_FILE = {
  value: 'file',
  help: 'file whose first line is the passphrase of the backup',
};

export const BACKUP_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'backup',
    summary: 'Writes a backup while the server runs, and verifies it',
    args: ['file'],
    options: {
      organization: { value: 'id', help: 'ID or name of an organization, to back up only that one' },
      'passphrase-file': PASSPHRASE_FILE,
    },
    run: backup,
  },
  {
    name: 'restore',
    summary: 'Restores a backup into an empty database, or one organization into a database in use',
    args: ['file'],
    options: { 'passphrase-file': PASSPHRASE_FILE },
    run: restore,
  },
];

async function backup({ args: [file = ''], options, config }: CommandInput): Promise<string> {
  const passphrase = passphraseIn(options);
  const secretKey = secretKeyHere(config);
  const path = resolve(file);
  const wanted = options.get('organization');
  const report = await withOwner(config, async (owner) => {
    const organization = wanted === undefined ? null : await findOrganization(owner, wanted);
    const product = readVersion(config.commit);
    const written = await writeBackup(owner, path, { organization, passphrase, secretKey, product });
    const entry = { actor: BY_COMMAND_LINE.actor, resource: basename(path) };
    await recordBackup(owner, organization?.id ?? null, entry);
    return written;
  });
  return [
    ...tableLines(report.tables),
    `${path} was written and verified: ${(report.bytes / 1024 ** 2).toFixed(1)} MiB, ${totalOf(report.tables)}, ${report.seconds.toFixed(1)} s`,
    noteAboutBackedUpKey(secretKey, { passphrase, organization: wanted ?? null }),
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
      `The backup was made by a newer version (${source.info.product}), which has the migration ${unknown}: restore it with that version`,
    );
  }
  const restored = await withOwnerUrl(config, (ownerUrl) => restoreInto(ownerUrl, source, config));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return {
    text: [
      ...tableLines(source.tables),
      `The backup of ${source.info.madeAt} was restored: ${totalOf(source.tables)}, ${seconds} s`,
      ...restored.notes,
      ...restored.chains.map(chainLine),
    ].join('\n'),
    failed: restored.chains.some(({ broken }) => broken !== null),
  };
}

/** Restores one organization into a database in use, anything else into an empty one. */
async function restoreInto(
  ownerUrl: string,
  source: RestoreSource,
  config: Config,
): Promise<{ notes: string[]; chains: ChainReport[] }> {
  if (source.info.organization !== null && (await withClient(ownerUrl, hasOrganizations))) {
    const { id, name, notes } = await restoreOrganization(ownerUrl, source, secretKeyHere(config));
    const chains = await sealAndVerify(ownerUrl);
    return {
      notes: [`The organization is ${name} (${id})`, ...notes],
      chains: chains.filter(({ organization }) => organization.id === id),
    };
  }
  refuseOtherSecretKey(config, source.info);
  await restoreInstallation(source, { ownerUrl, preparedAppUrl: config.databaseAppUrl });
  const notes = await withClient(ownerUrl, (client) => notesAboutKey(client, source.info, config));
  return { notes, chains: await sealAndVerify(ownerUrl) };
}

/** Makes what the former secret key sealed usable with the key here; returns lines about what is not. */
async function notesAboutKey(client: pg.Client, info: BackupInfo, config: Config): Promise<string[]> {
  if (info.secondFactors === null) return [restoreSecretKey(config, info)];
  const key = secretKeyOf(config.secretKey, dataFolder(config))();
  return [
    ...(await sealSecondFactors(client, 'users', info, key)),
    ...(await sealSuppressions(client, 'stored', info, key)),
    ...(await dropForeignKeys(client, 'stored', info, key)),
    ...(await pauseRestoredOrders(client, 'stored')),
  ];
}

async function withClient<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Matches id or name.
 * @throws AdminError
 */
async function findOrganization(owner: pg.Pool, wanted: string): Promise<{ id: string; name: string }> {
  const { rows } = await owner.query<{ id: string; name: string }>(
    'SELECT id, name FROM organizations WHERE id::text = lower($1) OR lower(name) = lower($1) ORDER BY id::text = lower($1) DESC',
    [wanted.trim()],
  );
  const [organization] = rows;
  if (organization === undefined) throw new AdminError(`There is no organization ${wanted}`);
  return organization;
}

function passphraseIn(options: CommandInput['options']): string | null {
  const file = options.get('passphrase-file');
  return file === undefined ? null : readPassphrase(file);
}

/** A line per non-empty table. */
function tableLines(tables: Record<string, TableSum>): string[] {
  const filled = Object.entries(tables).filter(([, { rows }]) => rows > 0);
  const width = Math.max(0, ...filled.map(([name]) => name.length));
  return filled.map(([name, { rows, checksum }]) =>
    [name.padEnd(width), String(rows).padStart(10), checksum.padStart(24)].join('  '),
  );
}

function totalOf(tables: Record<string, TableSum>): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return `${countText(Object.keys(tables).length, 'table')}, ${countText(rows, 'row')}`;
}
