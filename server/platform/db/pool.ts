import pg from 'pg';
import { CONNECTION_NAME } from './connection-name.ts';

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
  /** Connection strings of both roles, for threads and for LISTEN. */
  urls: { app: string; owner: string };
  close(): Promise<void>;
}

/** Pool sizes; one server on two cores gains nothing from more. */
const APP_CONNECTIONS = 12;
const PIPELINED_CONNECTIONS = 6;
const OWNER_CONNECTIONS = 6;

/**
 * Opens the pools. They connect at first use.
 * @param onError receives errors of idle connections, which the pool replaces by itself
 */
export function openDatabase(urls: Database['urls'], onError: (error: Error) => void): Database {
  let closing = false;
  // `close` doesn't wait for PostgreSQL's side, so its last errors are irrelevant.
  const report = (error: Error): void => {
    if (!closing) onError(error);
  };
  const app = openPool(urls.app, APP_CONNECTIONS, report);
  const pipelined = openPool(urls.app, PIPELINED_CONNECTIONS, report, { pipeline: true });
  const owner = openPool(urls.owner, OWNER_CONNECTIONS, report);
  return {
    app,
    pipelined,
    owner,
    urls,
    close: async () => {
      closing = true;
      await Promise.all([app.end(), pipelined.end(), owner.end()]);
    },
  };
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
