import pg from 'pg';
import { type Config, ConfigError } from '../config.ts';
import { urlFor } from './app-role.ts';
import { settledTls } from './libpq-url.ts';
import { migrate, type OnStep } from './migrate.ts';
import type { DatabaseUrls } from './pool.ts';
import { areSameDatabase, changesSessions } from './pooler.ts';
import { sqlState } from './transaction.ts';

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseSessionUrl' | 'databaseAppUrl'>;

/** Tested URLs with TLS resolved. */
interface Reachable {
  owner: string;
  /** The prepared role of DATABASE_URL_APP. */
  app: string | null;
  /** The pooler's URL; set with DATABASE_URL_SESSION. */
  pooled: string | null;
}

/**
 * Only the application's role uses a pooler.
 * @throws ConfigError naming the setting, DatabaseVersionError, DatabaseRoleError
 */
export async function prepareDatabase(settings: DatabaseSettings, onStep?: OnStep): Promise<DatabaseUrls> {
  const { owner, app: prepared, pooled } = await findReachable(settings);
  const { appUrl } = await migrate(owner, prepared, onStep);
  if (pooled === null) return { owner, app: prepared ?? appUrl };
  const app = prepared ?? withCredentialsOf(pooled, appUrl);
  await reachAsApp(app);
  return { owner, app, appSession: appUrl };
}

/** @throws ConfigError naming the unusable setting */
export async function findReachable(settings: DatabaseSettings): Promise<Reachable> {
  const { databaseUrl, databaseSessionUrl, databaseAppUrl } = settings;
  if (databaseUrl === null) throw new Error('There is no DATABASE_URL');
  const given = await reach('DATABASE_URL', databaseUrl);
  const app = databaseAppUrl === null ? null : await reach('DATABASE_URL_APP', databaseAppUrl);
  if (databaseSessionUrl === null) {
    const advice = 'set DATABASE_URL_SESSION to a direct connection';
    await refusePooler('DATABASE_URL', given, advice);
    if (app !== null) {
      await refusePooler('DATABASE_URL_APP', app, advice);
      await refuseOtherDatabase('DATABASE_URL_APP', given, app);
    }
    return { owner: given, app, pooled: null };
  }
  const owner = await reach('DATABASE_URL_SESSION', databaseSessionUrl);
  await refusePooler('DATABASE_URL_SESSION', owner, 'name a direct connection to the database');
  await refuseOtherDatabase('DATABASE_URL', owner, given);
  if (app !== null) await refuseOtherDatabase('DATABASE_URL_APP', owner, app);
  return { owner, app, pooled: given };
}

async function reach(setting: string, connectionString: string): Promise<string> {
  try {
    const url = await settledTls(connectionString);
    await connectOnce(url);
    return url;
  } catch (error) {
    throw isUnreachable(error) ? unreachable(setting, error) : error;
  }
}

/** A pooler may not know the role. */
async function reachAsApp(connectionString: string): Promise<void> {
  const { username } = new URL(connectionString);
  await connectOnce(connectionString).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `The pooler of DATABASE_URL refuses the role ${decodeURIComponent(username)}: ${reason}. Let it know the role; with DATABASE_URL_APP, you choose its password`,
    );
  });
}

async function connectOnce(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function refusePooler(setting: string, connectionString: string, advice: string): Promise<void> {
  if (!(await changesSessions(connectionString))) return;
  throw new ConfigError(`${setting} leads through a pooler in transaction mode: ${advice}`);
}

async function refuseOtherDatabase(setting: string, one: string, other: string): Promise<void> {
  if (await areSameDatabase(one, other)) return;
  throw new ConfigError(`${setting} leads to another database than the owner's connection`);
}

function withCredentialsOf(connectionString: string, other: string): string {
  const { username, password } = new URL(other);
  const role = { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  return urlFor(connectionString, role);
}

function isUnreachable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // Network, TLS and driver errors; SQLSTATEs for connection, sign-in and missing databases.
  return (
    /^(?:E[A-Z_]+|[A-Z_]*CERT[A-Z_]*|[A-Z_]*SIGNATURE[A-Z_]*|08...|28...|3D000|57P03|53300)$/.test(
      sqlState(error),
    ) || /SSL|Connection terminated/.test(error.message)
  );
}

function unreachable(setting: string, error: Error): ConfigError {
  // A host with several addresses fails once per address.
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return new ConfigError(
    `${setting} can't be used: ${first instanceof Error ? first.message : error.message}`,
  );
}
