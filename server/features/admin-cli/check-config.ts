import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { backupObstacle } from '../../platform/backup-folder.ts';
import type { AdminCommand } from '../../platform/command-line/command.ts';
import { type Config, ConfigError, readConfig, reviewSettings } from '../../platform/config.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { roleSql } from '../../platform/db/app-role.ts';
import { isCluster } from '../../platform/db/citus/cluster.ts';
import { NO_SCHEDULE_ON_CLUSTER } from '../../platform/db/citus/refuse-backups.ts';
import { DEFAULT_CONNECTIONS } from '../../platform/db/connection-shares.ts';
import { type DatabaseReport, inspectDatabase } from '../../platform/db/inspect-database.ts';
import { OLDEST_POSTGRES } from '../../platform/db/migrate.ts';
import { openPool } from '../../platform/db/pool.ts';
import { findReachable } from '../../platform/db/prepare-database.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { readSmtpUrl } from '../../platform/mail/smtp-settings.ts';
import { isKnownKey, OTHER_KEY } from '../../platform/security/same-key.ts';
import { existingKey } from '../../platform/security/secret-key.ts';

const UNDEFINED_TABLE = '42P01';

/** `fail` marks problems that keep a server from starting. */
class Findings {
  readonly lines: string[] = [];
  failed = false;

  ok(text: string): void {
    this.lines.push(`ok    ${text}`);
  }

  note(text: string): void {
    this.lines.push(`note  ${text}`);
  }

  fail(text: string): void {
    this.lines.push(`FAIL  ${text}`);
    this.failed = true;
  }
}

export const CHECK_CONFIG: AdminCommand = {
  name: 'check-config',
  summary: 'Checks the settings and the database that they name; changes nothing',
  run: () => checkConfig(),
};

/**
 * Checks settings and database without changing them. Returns a line per finding; `failed` if a server would
 * refuse to start.
 */
export async function checkConfig(env?: NodeJS.ProcessEnv): Promise<{ text: string; failed: boolean }> {
  const findings = new Findings();
  const { unusable, unknown } = reviewSettings(env);
  for (const line of unusable) findings.fail(line);
  for (const { name, meant } of unknown) {
    findings.note(`${name} is no setting${meant === null ? '' : `; is ${meant} meant?`}`);
  }
  if (unusable.length === 0) {
    const config = readConfig(env);
    findings.ok('settings');
    checkSecretKey(config, findings);
    await checkBackups(config, findings);
    checkMail(config, findings);
    if (config.databaseUrl === null) checkEmbedded(config, findings);
    else await checkDatabase(config, findings);
  }
  return { text: findings.lines.join('\n'), failed: findings.failed };
}

async function checkBackups({ backups }: Config, findings: Findings): Promise<void> {
  if (backups === null) return;
  const obstacle = await backupObstacle(backups);
  if (obstacle === null) findings.ok(`backups can be written into ${backups.folder}`);
  else findings.fail(`backups can't be written: ${obstacle}`);
}

function checkMail({ smtp, publicUrl }: Config, findings: Findings): void {
  if (smtp === null) return;
  findings.ok(`emails go through ${readSmtpUrl(smtp.url)?.host}, from ${smtp.from}`);
  if (publicUrl === null) findings.note('PUBLIC_URL is not set: emails have no links');
}

function checkSecretKey(config: Config, findings: Findings): void {
  const file = join(dataFolder(config), 'secret-key');
  try {
    existingKey(config.secretKey, dataFolder(config));
  } catch (error) {
    findings.fail(error instanceof Error ? error.message : String(error));
    return;
  }
  if (config.secretKey !== null) findings.ok('SECRET_KEY is set');
  else if (existsSync(file)) findings.ok(`the secret key is in ${file}`);
  else findings.note(`SECRET_KEY is not set: the first start creates one in ${file}`);
  if (config.secretKey === null && config.databaseUrl !== null) {
    findings.note(
      'several servers on one database need the same SECRET_KEY (openssl rand -base64 32 generates one)',
    );
  }
}

function checkEmbedded(config: Config, findings: Findings): void {
  findings.ok(`the database is the embedded one in ${dataFolder(config)}`);
}

async function checkDatabase(config: Config, findings: Findings): Promise<void> {
  try {
    const { owner, app } = await findReachable(config);
    const report = await inspectDatabase(owner);
    findings.ok(
      `PostgreSQL ${report.version}, database ${report.database} as ${report.owner}, ${report.isEncrypted ? 'with' : 'without'} TLS`,
    );
    checkServer(report, findings);
    checkConnections(config, report, findings);
    checkRoles(report, app, findings);
    await withPool(owner, async (pool) => {
      await compareKey(config, pool, findings);
      if (config.backups !== null && (await isCluster(pool))) findings.fail(NO_SCHEDULE_ON_CLUSTER);
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.fail(error.message);
  }
}

/** Compares an existing key with that of the database's other servers. */
async function compareKey(config: Config, pool: pg.Pool, findings: Findings): Promise<void> {
  const key = existingKey(config.secretKey, dataFolder(config));
  if (key === null) return;
  try {
    if ((await isKnownKey(pool, key)) === false) findings.fail(OTHER_KEY);
  } catch (error) {
    // The first start creates the table.
    if (sqlState(error) !== UNDEFINED_TABLE) throw error;
  }
}

async function withPool(owner: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = openPool(owner, 1, () => undefined);
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

function checkServer({ versionNumber, missingExtensions }: DatabaseReport, findings: Findings): void {
  if (versionNumber < OLDEST_POSTGRES) findings.fail('PostgreSQL 15 or later is needed');
  for (const name of missingExtensions)
    findings.fail(`the extension ${name} is needed and can't be installed`);
}

function checkConnections(
  { databaseConnections }: Config,
  { connections: { limit, used } }: DatabaseReport,
  findings: Findings,
): void {
  const needed = databaseConnections ?? DEFAULT_CONNECTIONS;
  const servers = Math.floor(limit / needed);
  const text = `a server takes at most ${needed} connections (DATABASE_CONNECTIONS); PostgreSQL has ${limit}, of which ${used} are in use`;
  if (servers === 0) findings.fail(text);
  else findings.ok(`${text}: enough for ${servers === 1 ? 'one server' : `${servers} servers`}`);
}

function checkRoles(report: DatabaseReport, prepared: string | null, findings: Findings): void {
  const { owner, database, appRole, createsRoles, createsTables } = report;
  const app = appRole?.name ?? (prepared === null ? `${database}_app` : roleOf(prepared));
  const sql = (): string => roleSql({ owner, app, database }, randomBytes(18).toString('base64url'));
  if (!createsTables) {
    findings.fail(`${owner} may not create tables: have an administrator run\n${sql()}`);
  } else if (appRole?.isPrepared === true && prepared === null) {
    findings.fail(`DATABASE_URL_APP is missing: the role ${app} was prepared by an administrator`);
  } else if (prepared !== null && appRole !== null && appRole.name !== roleOf(prepared)) {
    findings.fail(
      `DATABASE_URL_APP names ${roleOf(prepared)}, but this database was set up for ${appRole.name}`,
    );
  } else if (appRole !== null || prepared !== null) {
    findings.ok(`the application connects as ${app}`);
  } else if (createsRoles) {
    findings.ok(`the first start creates the role ${app}`);
  } else {
    findings.fail(
      `${owner} may not create roles: have an administrator run this, then set DATABASE_URL_APP to the same address with the new role and its password\n${sql()}`,
    );
  }
}

function roleOf(connectionString: string): string {
  return decodeURIComponent(new URL(connectionString).username);
}
