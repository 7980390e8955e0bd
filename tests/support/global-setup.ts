import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { prepareTemplate } from '#tests/support/template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connects the owner (a superuser) of the server that all tests share. */
    databaseUrl: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run, without syncing to disk, and gives its URL to the tests as
 * `inject('databaseUrl')`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-tests-'));
  // As root PostgreSQL runs as another account, which has to pass through.
  chmodSync(folder, 0o711);
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '128MB' };
  const server = await startEmbedded({ dataDir: join(folder, 'data'), settings });
  const teardown = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await prepareTemplate(server.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('databaseUrl', server.url);
  return teardown;
}
