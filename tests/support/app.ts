import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '#server/app.ts';
import { forecastUpload } from '#server/features/imports/dry-run/dry-run-upload.ts';
import { runImport } from '#server/features/imports/run-import.ts';
import { createListFrom, previewPhonesFrom } from '#server/features/status-updates/list-tasks.ts';
import { runList } from '#server/features/status-updates/run-list.ts';
import { indexSubstrings } from '#server/lead/index/substrings.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type Database, openDatabase } from '#server/platform/db/pool.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { listenForNotices } from '#server/platform/events/notices.ts';
import { startThreads, type Threads } from '#server/platform/jobs/threads.ts';
import { arrivalLine, arrivalOn } from '#server/platform/uploads/arrival.ts';
import { inspectArriving, inspectUpload } from '#server/platform/uploads/inspect-upload.ts';
import { startJobs } from '#server/worker.ts';
import { type Client, clientOf } from './client.ts';
import { cloneDatabase } from './template.ts';

/** A whole server on a database of its own. */
export interface TestApp {
  url: string;
  context: Context;
  /** A visitor who is not signed in. */
  anonymous: Client;
  close(): Promise<void>;
}

/** What a test may change about the server. */
export interface TestAppOptions {
  config?: Partial<Context['config']>;
  /** Work in real threads; by default it is done in the test's own, which starts faster. */
  threads?: boolean;
  /** Without jobs nothing is imported until a test runs it. */
  jobs?: boolean;
}

/** Starts a server on a cloned database, listening on a free port of the loopback. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const urls = await cloneDatabase(inject('databaseUrl'));
  const db = openDatabase(urls, () => undefined);
  const key = randomBytes(32);
  const context: Context = {
    config: {
      registrationOpen: true,
      publicUrl: null,
      trustProxy: [],
      apiRateLimit: 10_000,
      ...options.config,
    },
    db,
    log: pino({ level: 'silent' }),
    notices: await listenForNotices(urls.app),
    threads: options.threads ? startThreads(urls.app) : inlineThreads(db),
    secretKey: () => key,
  };
  const app = await buildApp(context);
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
    },
  };
}

function inlineThreads(db: Database): Threads {
  return {
    prepareInspection: () => undefined,
    inspect: (organizationId, task) => inspectUpload(organizationScope(db.app, organizationId), task),
    inspectArriving: (organizationId, task) => {
      const { teller, port } = arrivalLine();
      const scope = organizationScope(db.app, organizationId);
      const result = inspectArriving(scope, task, arrivalOn(port)).finally(() => teller.close());
      return { tell: teller.tell, result };
    },
    createList: (organizationId, file, list) =>
      createListFrom(organizationScope(db.app, organizationId), file, list),
    previewPhones: (organizationId, file) =>
      previewPhonesFrom(organizationScope(db.app, organizationId), file),
    runList: (organizationId, operationId) =>
      runList(db.app, organizationScope(db.app, organizationId), operationId),
    indexSubstrings,
    runImport: (organizationId, importId) =>
      runImport(db.app, organizationScope(db.app, organizationId), importId),
    forecast: (organizationId, task, { signal, onProgress }) =>
      forecastUpload(organizationScope(db.app, organizationId), task, {
        tell: (forecast) => onProgress({ ...forecast }),
        isGone: () => signal.aborted,
      }),
    close: async () => undefined,
  };
}
