import pg from 'pg';
import { CONNECTION_NAME, SERVER_OF_NAME } from '../db/connection-name.ts';
import { type Database, sessionUrl } from '../db/pool.ts';

const END_WAIT_MS = 1_000;

/**
 * Servers inactive for `$1` milliseconds; live servers poll every few seconds. Waiting for a client or lock is
 * no activity.
 */
const FROZEN = `
  SELECT server FROM (
    SELECT substring(application_name FROM ${SERVER_OF_NAME}) AS server, greatest(backend_start, state_change) AS last,
      coalesce(state, 'disabled') = 'disabled'
        OR state = 'active' AND coalesce(wait_event_type, '') NOT IN ('Client', 'Lock') AS is_alive
    FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
  ) AS connections
  WHERE server IS NOT NULL
    AND server IS DISTINCT FROM substring(current_setting('application_name') FROM ${SERVER_OF_NAME})
  GROUP BY server
  HAVING max(last) < clock_timestamp() - make_interval(secs => $1::float8 / 1000) AND NOT bool_or(is_alive)`;

const END = `
  SELECT pg_terminate_backend(pid, ${END_WAIT_MS}) FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user
    AND substring(application_name FROM ${SERVER_OF_NAME}) = ANY ($1)`;

/** A frozen process holds its locks; once disconnected, its work fails. Returns the servers' ids. */
export async function disconnectFrozenServers(
  { owner, urls }: Pick<Database, 'owner' | 'urls'>,
  ms: number,
): Promise<string[]> {
  const { rows } = await owner.query<{ server: string }>(FROZEN, [ms]);
  const servers = rows.map(({ server }) => server);
  if (servers.length === 0) return [];
  // The owner's last, because they identify the servers.
  for (const url of [sessionUrl(urls), urls.owner]) await queryAlone(url, END, [servers]);
  return servers;
}

/** On a connection of its own: those of the pools may all wait for locks of a frozen server. */
async function queryAlone(url: string, statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: CONNECTION_NAME });
  try {
    await client.connect();
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
