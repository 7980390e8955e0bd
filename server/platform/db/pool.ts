import pg from 'pg';
import { CONNECTION_NAME } from './connection-name.ts';
import { type ConnectionShares, EMBEDDED_CONNECTIONS, sharesOf } from './connection-shares.ts';

/** Object ids of the types smallint[] and integer[]. */
const INTEGER_ARRAYS = [1005, 1007];

// `numeric` stays text: an amount is exact and never a float.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));
// The driver reads arrays character by character, which a list of half a million row numbers is too long for.
for (const oid of INTEGER_ARRAYS) pg.types.setTypeParser(oid, integerArray);

function integerArray(text: string): (number | null)[] {
  // Bounds other than 1 stand before the braces; arrays of more dimensions don't occur.
  const items = text.slice(text.indexOf('{') + 1, -1);
  if (items === '') return [];
  return items.split(',').map((item) => (item === 'NULL' ? null : Number(item)));
}

/** Connection pools of the application's role, which owns nothing, and of the owner. */
export interface Database {
  /** Pool for all work of requests and jobs on an organization's data. */
  app: pg.Pool;
  /**
   * Like `app`, with pipelining: sends statements before earlier results arrive, so no COPY and no cursors.
   * For many small concurrent transactions, round trips take most of the time.
   */
  pipelined: pg.Pool;
  /** Pool for migrations, the job queue and housekeeping across organizations; never serves a request. */
  owner: pg.Pool;
  /** Pool for session-level advisory locks of the application's role; never through a pooler. */
  locks: pg.Pool;
  /** Sizes of the pools and of the threads' shares. */
  shares: ConnectionShares;
  urls: DatabaseUrls;
  close(): Promise<void>;
}

/** Connection strings of both roles. */
export interface DatabaseUrls {
  /** The application's role; may lead through a pooler in transaction mode. */
  app: string;
  /** The owner; a direct connection. */
  owner: string;
  /** Direct connection of the application's role, for LISTEN and locks, where `app` isn't one. */
  appSession?: string;
}

/**
 * Opens the pools. They connect at first use.
 * @param onError receives errors of idle connections, which the pool replaces by itself
 * @param connections the most connections of this server, those of its threads and of `listenForNotices` included
 */
export function openDatabase(
  urls: DatabaseUrls,
  onError: (error: Error) => void,
  connections = EMBEDDED_CONNECTIONS,
): Database {
  const shares = sharesOf(connections);
  let closing = false;
  // `close` doesn't wait for PostgreSQL's side, so its last errors are irrelevant.
  const report = (error: Error): void => {
    if (!closing) onError(error);
  };
  const pools = {
    app: openPool(urls.app, shares.app, report),
    pipelined: openPool(urls.app, shares.pipelined, report, { pipeline: true }),
    owner: openPool(urls.owner, shares.owner, report),
    locks: openPool(sessionUrl(urls), shares.locks, report),
  };
  return {
    ...pools,
    shares,
    urls,
    close: async () => {
      closing = true;
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

/** Returns the connection string of the application's role for what needs a session: LISTEN and locks. */
export function sessionUrl({ app, appSession }: DatabaseUrls): string {
  return appSession ?? app;
}

/** Creates a pool that reports failures of idle connections instead of ending the process. */
export function openPool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  options: { pipeline?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, application_name: CONNECTION_NAME, ...options });
  pool.on('error', onError);
  // A connection may also break while in use; the user's next statement then fails.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
