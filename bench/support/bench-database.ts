import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#packages/embedded-postgres/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { childrenOf, cpuSeconds } from './machine.ts';

/** An embedded PostgreSQL with the product's settings, on a data folder of its own. */
export interface BenchDatabase {
  /** The owner's connection string to the database of the product, which is migrated and empty. */
  url: string;
  /** A client of the owner; ended with the database. */
  owner: pg.Client;
  /** Processor time of all its processes so far (seconds, Linux). */
  cpuSeconds(): number;
  /** Another database of the same server, migrated and empty: its owner's client. */
  another(name: string): Promise<{ url: string; appUrl: string; owner: pg.Client }>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL in a folder (`folder` of the result) that is removed with it. */
export async function startBenchDatabase(): Promise<BenchDatabase & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-bench-'));
  // As root the database runs as another account, which has to pass through.
  await chmod(folder, 0o711);
  const embedded = await startEmbedded({ dataDir: join(folder, 'data') });
  await migrate(embedded.url);
  const clients: pg.Client[] = [];
  const owner = await connect(embedded.url, clients);
  const postmaster = Number(
    (await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  return {
    folder,
    url: embedded.url,
    owner,
    cpuSeconds: () => cpuSeconds([postmaster, ...childrenOf(postmaster)]),
    another: async (name) => {
      await owner.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
      const url = new URL(embedded.url);
      url.pathname = `/${name}`;
      const { appUrl } = await migrate(url.href);
      return { url: url.href, appUrl, owner: await connect(url.href, clients) };
    },
    stop: async () => {
      for (const client of clients) await client.end();
      await embedded.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function connect(url: string, clients: pg.Client[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}
