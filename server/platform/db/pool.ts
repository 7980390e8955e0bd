import pg from 'pg';
import { CONNECTION_NAME } from './connection-name.ts';
import { type ConnectionShares, EMBEDDED_CONNECTIONS, sharesOf } from './connection-shares.ts';

/** Type ids of smallint[] and integer[]. */
const INTEGER_ARRAYS = [1005, 1007];

// `numeric` stays text, because amounts are exact.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));
// The driver's parser is slow for half a million numbers.
for (const oid of INTEGER_ARRAYS) pg.types.setTypeParser(oid, integerArray);

function integerArray(text: string): (number | null)[] {
  // Other bounds precede the braces; arrays are one-dimensional.
  const items = text.slice(text.indexOf('{') + 1, -1);
  if (items === '') return [];
  return items.split(',').map((item) => (item === 'NULL' ? null : Number(item)));
}

export interface Database {
  /** All work on an organization's data. */
  app: pg.Pool;
  /** Pipelining saves round trips, but allows no COPY or cursors. */
  pipelined: pg.Pool;
  /** Migrations, job queue and housekeeping; never requests. */
  owner: pg.Pool;
  /** Session-level locks; never through a pooler. */
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
  /** Direct connection, if `app` is pooled. */
  appSession?: string;
}

/**
 * @param onError receives idle connections' errors; the pool replaces them
 * @param connections this server's maximum, including threads and `listenForNotices`
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

/** For LISTEN and locks. */
export function sessionUrl({ app, appSession }: DatabaseUrls): string {
  return appSession ?? app;
}

/** Failures of idle connections don't end the process. */
export function openPool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  options: { pipeline?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, application_name: CONNECTION_NAME, ...options });
  pool.on('error', onError);
  // A connection broken in use fails the next statement.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
