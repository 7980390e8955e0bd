import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { cloneDatabase } from '#tests/support/template.ts';
import { until } from '#tests/support/until.ts';
import { newServerId, withNameSuffix } from '../db/connection-name.ts';
import { type Database, openDatabase } from '../db/pool.ts';
import { disconnectFrozenServers } from './frozen-servers.ts';

const MINUTE_MS = 60_000;

/** A server as the database knows it. */
interface NamedServer {
  id: string;
  db: Database;
}

const servers: NamedServer[] = [];
let urls: Database['urls'];

beforeEach(async () => {
  urls = await cloneDatabase(inject('databaseUrl'));
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map(({ db }) => db.close()));
});

/** Connects a server once as each of its roles. */
async function connected(): Promise<NamedServer> {
  const id = newServerId();
  const named = { app: withNameSuffix(urls.app, `/${id}`), owner: withNameSuffix(urls.owner, `/${id}`) };
  const server = { id, db: openDatabase(named, () => undefined) };
  servers.push(server);
  await Promise.all([server.db.app.query('SELECT'), server.db.owner.query('SELECT')]);
  return server;
}

/** Returns the roles that a server is connected as. */
async function rolesOf({ id }: NamedServer, { db }: NamedServer): Promise<number> {
  const { rows } = await db.owner.query<{ roles: number }>(
    "SELECT count(DISTINCT usename)::int AS roles FROM pg_stat_activity WHERE application_name LIKE '%/' || $1",
    [id],
  );
  return rows[0]?.roles ?? 0;
}

test('a server without a sign of life loses its connections of both roles', async () => {
  const [own, other] = [await connected(), await connected()];
  expect(await disconnectFrozenServers(own.db, MINUTE_MS)).toEqual([]);
  expect(await rolesOf(other, own)).toBe(2);
  expect(await disconnectFrozenServers(own.db, 0)).toEqual([other.id]);
  expect(await rolesOf(other, own)).toBe(0);
  expect(await rolesOf(own, own)).toBe(2);
});

test('also where all connections of the other server wait for its locks', async () => {
  const [own, other] = [await connected(), await connected()];
  const taken = await Promise.all(Array.from({ length: own.db.shares.app }, () => own.db.app.connect()));
  expect(await disconnectFrozenServers(own.db, 0)).toEqual([other.id]);
  expect(await rolesOf(other, own)).toBe(0);
  for (const client of taken) client.release();
});

test('a server that works on a long statement is not frozen, nor is one that keeps its name to itself', async () => {
  const [own, other] = [await connected(), await connected()];
  const unnamed = openDatabase(urls, () => undefined);
  await unnamed.owner.query('SELECT');
  const client = await other.db.owner.connect();
  const statement = client
    .query(`SELECT pg_sleep(${MINUTE_MS / 1000})`)
    .catch((error: Error) => error.message);
  await until('it works', async () => {
    const { rowCount } = await own.db.owner.query(
      "SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND wait_event = 'PgSleep'",
    );
    return rowCount === 1;
  });
  expect(await disconnectFrozenServers(own.db, 0)).toEqual([]);
  await own.db.owner.query(
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'",
  );
  expect(await statement).toContain('canceling statement');
  client.release();
  await unnamed.close();
});
