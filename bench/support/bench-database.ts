import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { LEAD_TABLES } from '#server/lead/store/store.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { childrenOf, cpuSeconds } from './machine.ts';

/** An embedded PostgreSQL with the product's settings, on a data folder of its own. */
export interface BenchDatabase {
  /** Owner's connection string to the product's database, which is migrated and empty. */
  url: string;
  /** Client of the owner; closed together with the database. */
  owner: pg.Client;
  /** Returns the processor time that all PostgreSQL processes have used so far (seconds, Linux). */
  cpuSeconds(): number;
  /** Creates another migrated, empty database on the same server and connects to it as its owner. */
  another(name: string): Promise<{ url: string; appUrl: string; owner: pg.Client }>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL in a new folder (`folder` of the result), which is removed when the database closes. */
export async function startBenchDatabase(): Promise<BenchDatabase & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-bench-'));
  // PostgreSQL refuses to run as root and runs under another account, which must be able to traverse the
  // folder.
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

/** Removes all leads, again where the maintenance of their index locked the tables in another order. */
export async function truncateLeads(owner: BenchDatabase['owner']): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await owner.query(`TRUNCATE ${LEAD_TABLES.join(', ')} CASCADE`);
      return;
    } catch (error) {
      if (tries === 20 || (error as { code?: string }).code !== '40P01') throw error;
    }
  }
}
