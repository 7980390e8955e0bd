import pg from 'pg';
import { CONNECTION_NAME } from './connection-name.ts';
import { type ConnectionShares, EMBEDDED_CONNECTIONS, sharesOf } from './connection-shares.ts';

/** Type ids of smallint[] and integer[]. */
const INTEGER_ARRAYS = [1005, 1007];

// `numeric` stays text, because amounts are exact.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));
// The driver's parser is too slow for half a million row numbers.
for (const oid of INTEGER_ARRAYS) pg.types.setTypeParser(oid, integerArray);

function integerArray(text: string): (number | null)[] {
  // Bounds other than 1 precede the braces; arrays are one-dimensional.
  const items = text.slice(text.indexOf('{') + 1, -1);
  if (items === '') return [];
  return items.split(',').map((item) => (item === 'NULL' ? null : Number(item)));
}

export interface Database {
  /** All work of requests and jobs on an organization's data. */
  app: pg.Pool;
  /**
   * Like `app`, with pipelining, so no COPY or cursors; saves round trips of many small concurrent
   * transactions.
   */
  pipelined: pg.Pool;
  /** Migrations, job queue and cross-organization housekeeping; never serves requests. */
  owner: pg.Pool;
  /** Session-level advisory locks; never through a pooler. */
  locks: pg.Pool;
  shares: ConnectionShares;
  urls: DatabaseUrls;
  close(): Promise<void>;
}

export interface DatabaseUrls {
  /** May lead through a transaction-mode pooler. */
  app: string;
  /** A direct connection. */
  owner: string;
  /** Direct connection of the application's role, if `app` is pooled. */
  appSession?: string;
}

/**
 * Opens lazily connecting pools.
 * @param onError receives errors of idle connections, which the pool replaces
 * @param connections maximum of this server, including threads and `listenForNotices`
 */
export function openDatabase(
  urls: DatabaseUrls,
  onError: (error: Error) => void,
  connections = EMBEDDED_CONNECTIONS,
): Database {
  const shares = sharesOf(connections);
  let closing = false;
  // Errors after `close` are irrelevant.
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

/** Returns the application role's URL for LISTEN and locks. */
export function sessionUrl({ app, appSession }: DatabaseUrls): string {
  return appSession ?? app;
}

/** Reports failures of idle connections instead of ending the process. */
export function openPool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  options: { pipeline?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, application_name: CONNECTION_NAME, ...options });
  pool.on('error', onError);
  // A connection may break in use; its next statement then fails.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
