import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Embedded, startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { olderPostgres } from '#tests/support/older-postgres/programs.ts';
import { createTemplateDatabase, dropTestDatabases } from '#tests/support/template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connects the owner to the database that the tests' own databases are copied from. */
    databaseUrl: string;
  }
}

/** Name of a Vitest project that runs on a PostgreSQL older than the product's own. */
const OLDER_POSTGRES = /^postgres-(\d+)$/;

/**
 * Provides the server that all tests of a project share: an older PostgreSQL where the project is named after one, else
 * the server of TEST_DATABASE_URL, else the embedded one. The tests get their databases from it by `inject('databaseUrl')`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const major = OLDER_POSTGRES.exec(project.name)?.[1];
  const given = major === undefined ? process.env['TEST_DATABASE_URL'] : undefined;
  const server = given ? { url: given, stop: async () => undefined } : await startTemporary(major);
  const template = await createTemplateDatabase(server.url).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  project.provide('databaseUrl', template);
  return async () => {
    if (given) await dropTestDatabases(given, template);
    await server.stop();
  };
}

/** Starts an embedded server that is gone when it stops, and doesn't sync to disk. */
async function startTemporary(major: string | undefined): Promise<Embedded> {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-tests-'));
  // As root PostgreSQL runs as another account, which has to pass through.
  chmodSync(folder, 0o711);
  const { url, stop } = await startEmbedded({
    dataDir: join(folder, 'data'),
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '128MB' },
    ...(major !== undefined && { programs: olderPostgres(major) }),
  });
  return {
    url,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
