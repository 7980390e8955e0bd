import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { registration } from '#contract/users.ts';
import type { EmbeddedEvent } from '#packages/embedded-postgres/embedded-postgres.ts';
import {
  DataFolderInUseError,
  type Embedded,
  EmbeddedDatabaseError,
  startEmbedded,
} from '#packages/embedded-postgres/embedded-postgres.ts';
import { buildApp } from './app.ts';
import { registerAccount, setupCodeOf } from './features/users/register.ts';
import { startJobs } from './jobs.ts';
import { hasUsers } from './platform/accounts/user-reads.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import type { Context } from './platform/context/context.ts';
import { dataFolder } from './platform/data-folder.ts';
import { DatabaseRoleError } from './platform/db/app-role.ts';
import { refuseScheduleOnCluster } from './platform/db/citus/refuse-backups.ts';
import { newServerId, withNameSuffix } from './platform/db/connection-name.ts';
import { DEFAULT_CONNECTIONS, EMBEDDED_CONNECTIONS } from './platform/db/connection-shares.ts';
import { migrate, type OnStep } from './platform/db/migrate.ts';
import { DatabaseVersionError } from './platform/db/migration-files.ts';
import { type DatabaseUrls, openDatabase, sessionUrl } from './platform/db/pool.ts';
import { giveSecretKey } from './platform/db/pool-key.ts';
import { prepareDatabase } from './platform/db/prepare-database.ts';
import { sqlState } from './platform/db/transaction.ts';
import { HttpError } from './platform/errors.ts';
import { listenForNotices } from './platform/events/notices.ts';
import { answerWhileStarting } from './platform/http/while-starting.ts';
import { startThreads } from './platform/jobs/threads.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { requireSameKey } from './platform/security/same-key.ts';
import { type SecretKey, secretKeyOf } from './platform/security/secret-key.ts';
import { readVersion } from './platform/version.ts';

/**
 * Milliseconds within which a second signal counts as the same Ctrl-C: npm forwards one that the terminal has
 * already sent.
 */
const SAME_SIGNAL_MS = 500;
const FORCED = 130;
/** Milliseconds between two looks at whether a command still holds the data folder. */
const COMMAND_POLL_MS = 500;
/** Milliseconds that a stop waits for a start in progress. */
const START_PATIENCE_MS = 10_000;

/** Stop functions of the started parts, in start order; stopping runs them in reverse. */
const started: (() => Promise<unknown>)[] = [];
let stoppingSince: number | null = null;

const starting = main();
await starting.catch(async (error: unknown) => {
  // A stop may take from the start what it needs, and then ends the process itself.
  if (stoppingSince !== null) return;
  await stopAll();
  if (!isOperatorError(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

async function main(): Promise<void> {
  const config = readConfig();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown());
  const log = createLog(config.logLevel);
  const version = readVersion(config.commit);
  log.info({ version, node: process.version }, 'starting');
  const dataDir = dataFolder(config);
  // A free port isn't known yet to anyone who could ask.
  const waiting =
    config.port === 0 ? null : await listening(config, () => answerWhileStarting(config, version));
  started.push(async () => waiting?.close());
  const onStep: OnStep = (step) => {
    if (step.doing === 'waiting for transactions') {
      log.warn(step, 'a migration is waiting for transactions of running servers');
    } else log.info(step, 'preparing the database');
    waiting?.say(
      'migration' in step ? `${step.doing}, ${step.migration} (${step.nth} of ${step.of})` : step.doing,
    );
  };
  const urls = named(
    config.databaseUrl === null
      ? await startDatabase(dataDir, log, onStep)
      : await prepareDatabase(config, onStep),
  );
  const connections =
    config.databaseConnections ?? (config.databaseUrl === null ? EMBEDDED_CONNECTIONS : DEFAULT_CONNECTIONS);
  const db = openDatabase(urls, (err) => log.warn({ err }, 'a connection was lost'), connections);
  started.push(() => db.close());
  const notices = await listenForNotices(sessionUrl(urls));
  started.push(() => notices.close());
  const secretKey = secretKeyOf(config.secretKey, dataDir);
  for (const pool of [db.app, db.pipelined, db.owner]) giveSecretKey(pool, secretKey);
  const threads = startThreads(db, secretKey);
  await refuseScheduleOnCluster(config, db.owner);
  await requireSameKey(db.owner, readKeyAtStart(secretKey, dataDir));
  const context: Context = {
    ...{ config, db, log, notices, threads, secretKey },
    metrics: createMetrics(),
    outbound: createOutbound({ allow: config.deliveryAllow }),
  };
  await createFirstAdministrator(context, config);
  const app = await buildApp(context);
  started.push(() => app.close());
  await waiting?.close();
  const port = await listenOn(config, app);
  const jobs = await startJobs(context);
  // Threads end first: this releases their jobs, which continue at the next start.
  started.push(() => Promise.all([threads.close(), jobs.stop()]));
  const url = `http://${config.host}:${port}`;
  process.stdout.write(`Lead Manager is ready: ${url}\n`);
  if (config.firstByLink && !(await hasUsers(db.app))) {
    const link = `${config.publicUrl ?? url}/auth?setup=${setupCodeOf(context)}`;
    process.stdout.write(`Create the first administrator: ${link}\n`);
  }
}

/** Reads or makes the key now: without it no one signs in. */
function readKeyAtStart(secretKey: SecretKey, dataDir: string): Buffer {
  try {
    return secretKey();
  } catch (error) {
    if (!/^(?:EACCES|EPERM|EROFS|ENOTDIR)$/.test(sqlState(error))) throw error;
    throw new ConfigError(
      `The secret key can't be kept in ${dataDir}: set SECRET_KEY, or DATA_DIR to a folder of its own`,
    );
  }
}

/** Returns the connection strings with a new id for this server in the names of their connections. */
function named({ app, owner, appSession }: DatabaseUrls): DatabaseUrls {
  const suffix = `/${newServerId()}`;
  return {
    app: withNameSuffix(app, suffix),
    owner: withNameSuffix(owner, suffix),
    ...(appSession !== undefined && { appSession: withNameSuffix(appSession, suffix) }),
  };
}

/** Starts the embedded database and migrates it. */
async function startDatabase(dataDir: string, log: Logger, onStep: OnStep): Promise<DatabaseUrls> {
  const start = (): Promise<Embedded> =>
    startEmbedded({
      dataDir,
      log: (line) => log.debug({ line }, 'postgres'),
      onEvent: (event) => logEmbedded(log, event),
    });
  const embedded = await afterCommands(start, (pid) =>
    log.warn({ pid }, 'waiting for the command that uses the data folder'),
  );
  started.push(() => embedded.stop());
  const { appUrl } = await migrate(embedded.url, null, onStep);
  return { owner: embedded.url, app: appUrl };
}

/** Starts once no command, such as a backup or a restore, holds the data folder. */
async function afterCommands<T>(start: () => Promise<T>, onWait: (pid: number) => void): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof DataFolderInUseError) || !error.isCommand) throw error;
      if (tried === 1) onWait(error.pid);
      await wait(COMMAND_POLL_MS);
    }
  }
}

/** Logs an event of the embedded database. Queries fail until it is back; then the pools reconnect. */
function logEmbedded(log: Logger, event: EmbeddedEvent): void {
  if (event.kind === 'lost') log.error('PostgreSQL stopped unexpectedly and is being restarted');
  else if (event.kind === 'refused') log.error({ reason: event.reason }, "PostgreSQL doesn't start yet");
  else log.warn('PostgreSQL is running again');
}

async function listenOn(config: Config, app: Awaited<ReturnType<typeof buildApp>>): Promise<number> {
  await listening(config, () => app.listen({ port: config.port, host: config.host }));
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : config.port;
}

/** @throws ConfigError for an address that can't be used */
async function listening<T>(config: Config, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (error.code === 'EADDRINUSE') {
      throw new ConfigError(`Port ${config.port} is in use: stop what listens there or set PORT to another`);
    }
    if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new ConfigError(`Can't listen on ${config.host}:${config.port}: set HOST and PORT to others`);
    }
    throw error;
  }
}

async function createFirstAdministrator(context: Context, config: Config): Promise<void> {
  if (config.admin === null) return;
  const admin = registration.safeParse(config.admin);
  if (!admin.success) {
    const issue = admin.error.issues[0];
    throw new ConfigError(`ADMIN_${String(issue?.path[0]).toUpperCase()} can't be used: ${issue?.message}`);
  }
  try {
    const own = { ...config, registrationOpen: false, firstByLink: false };
    await registerAccount({ ...context, config: own }, admin.data, null);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // Accounts already exist; the settings only apply to the first start.
    if (error.error === 'registration_closed') return;
    throw new ConfigError(`ADMIN_${String(error.field).toUpperCase()} can't be used: ${error.message}`);
  }
}

async function shutDown(): Promise<void> {
  if (stoppingSince !== null) {
    if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(FORCED);
    return;
  }
  stoppingSince = Date.now();
  // Lets a start in progress finish, because a half-started server can't be stopped, but not longer than
  // START_PATIENCE_MS.
  await Promise.race([starting.catch(() => undefined), wait(START_PATIENCE_MS, undefined, { ref: false })]);
  await stopAll();
  process.exit(0);
}

async function stopAll(): Promise<void> {
  for (const stop of started.splice(0).reverse()) await stop().catch(() => undefined);
}

/** Returns whether the message alone tells the operator what to do. */
function isOperatorError(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof DatabaseVersionError ||
    error instanceof DatabaseRoleError
  );
}
