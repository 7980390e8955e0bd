import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp, type TransferLimits } from '#server/app.ts';
import { startJobs } from '#server/jobs.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type Database, openDatabase } from '#server/platform/db/pool.ts';
import { giveSecretKey } from '#server/platform/db/pool-key.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { listenForNotices } from '#server/platform/events/notices.ts';
import { scopeWhileWanted } from '#server/platform/jobs/caller-gone.ts';
import { startThreads, type Threads } from '#server/platform/jobs/threads.ts';
import { createMetrics } from '#server/platform/metrics/metrics.ts';
import { createOutbound } from '#server/platform/outbound/outbound.ts';
import type { RequestRules } from '#server/platform/outbound/send-request.ts';
import { recheckOf } from '#server/platform/security/permit.ts';
import { type Client, clientOf } from './client.ts';
import { cloneDatabase, dropClone } from './template.ts';

/** A complete server on a database of its own. */
export interface TestApp {
  url: string;
  context: Context;
  /** A visitor who is not signed in. */
  anonymous: Client;
  close(): Promise<void>;
}

/** Options of `startTestApp`. */
export interface TestAppOptions {
  config?: Partial<Context['config']>;
  /** Runs thread tasks in real threads. By default they run in the test's own thread, which starts faster. */
  threads?: boolean;
  /** Limits of what clients send and take, instead of those of the product. */
  limits?: TransferLimits;
  /** A migrated database to use instead of a clone of the template. */
  urls?: Database['urls'];
  /** Secret key of another test app, whose database this one takes over. */
  secretKey?: Buffer;
  /** Rules of requests to addresses that others name. By default only public ones are reached. */
  outbound?: RequestRules;
  /** Whether to run background jobs. Without them, nothing is imported until the test runs the import. */
  jobs?: boolean;
}

/** Starts a server on a cloned database, listening on a free port of the loopback. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const urls = options.urls ?? (await cloneDatabase(inject('databaseUrl')));
  const db = openDatabase(urls, () => undefined);
  const key = options.secretKey ?? randomBytes(32);
  for (const pool of [db.app, db.pipelined, db.owner]) giveSecretKey(pool, () => key);
  const context: Context = {
    config: {
      dataDir: 'data',
      dataDirGiven: false,
      databaseUrl: urls.owner,
      host: 'localhost',
      firstByLink: false,
      registrationOpen: true,
      registrationLimit: 10_000,
      publicUrl: null,
      smtp: null,
      trustProxy: [],
      apiRateLimit: 10_000,
      metricsToken: null,
      takeoverSeconds: 30,
      backups: null,
      commit: null,
      ...options.config,
    },
    db,
    log: pino({ level: 'silent' }),
    notices: await listenForNotices(urls.app),
    threads: options.threads ? startThreads(db, () => key) : inlineThreads(db),
    secretKey: () => key,
    metrics: createMetrics(),
    outbound: createOutbound(options.outbound ?? { allow: [] }),
  };
  const app = await buildApp(context, { limits: options.limits });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const jobs = options.jobs === false ? null : await startJobs(context);
  return {
    url,
    context,
    anonymous: clientOf(url),
    close: async () => {
      await app.close();
      await context.threads.close();
      await jobs?.stop();
      await context.notices.close();
      await db.close();
      if (options.urls === undefined) await dropClone(urls.owner);
    },
  };
}

/** Runs the functions of thread tasks in the test's own thread. */
function inlineThreads(db: Database): Threads {
  return {
    prepare: () => undefined,
    isRunning: () => false,
    run: async ({ module }, organizationId, input, { onProgress, signal, permit } = {}) => {
      const { default: run } = await import(/* @vite-ignore */ module);
      return run(
        {
          database: async () => ({
            pool: db.locks,
            scope: scopeWhileWanted(
              organizationScope(db.app, organizationId ?? '', permit ? recheckOf(permit) : null),
              () => signal?.aborted === true,
            ),
          }),
          // Messages between threads are copies.
          report: (progress: never) => onProgress?.(structuredClone(progress)),
        },
        input,
      );
    },
    close: async () => undefined,
  };
}
