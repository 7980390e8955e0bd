import pg from 'pg';
import type { TestApp } from './app.ts';

/**
 * Runs `work` while an app can't reach its database: its connections are ended and new ones refused. Other tests use the
 * same roles, so this is done to the database alone.
 */
export async function withoutDatabase<T>(app: TestApp, work: () => Promise<T>): Promise<T> {
  const { urls } = app.context.db;
  const name = new URL(urls.owner).pathname.slice(1);
  const database = pg.escapeIdentifier(name);
  const elsewhere = new pg.Client({ connectionString: new URL('/postgres', urls.owner).href });
  await elsewhere.connect();
  try {
    await elsewhere.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await elsewhere.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
      [name],
    );
    return await work();
  } finally {
    await elsewhere.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    await elsewhere.end();
  }
}
