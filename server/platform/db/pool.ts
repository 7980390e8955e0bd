import pg from 'pg';

// numeric stays text: an amount is exact and never a float.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));

/** The two ways into the database: as the role that owns nothing, and as the owner. */
export interface Database {
  /** Everything a request or a job does with an organization's data goes through here. */
  app: pg.Pool;
  /**
   * As `app`, for statements that may follow one another before they are answered: no COPY and no cursor. Where many small
   * transactions come at once, it is the ways there and back that take the time.
   */
  pipelined: pg.Pool;
  /** Migrations, the job queue and what keeps house across organizations; never the answer to a request. */
  owner: pg.Pool;
  /** Connection strings of both, for threads and for LISTEN. */
  urls: { app: string; owner: string };
  close(): Promise<void>;
}

/** Connections of the application's pool; one server on two cores gains nothing from more. */
const APP_CONNECTIONS = 12;
const PIPELINED_CONNECTIONS = 6;
const OWNER_CONNECTIONS = 6;

/**
 * Opens both pools. Connections are made when first needed.
 * @param onError told of a connection that broke while idle; the pool replaces it by itself
 */
export function openDatabase(urls: Database['urls'], onError: (error: Error) => void): Database {
  let closing = false;
  // Closing does not wait for the server's side: what that still says is of no interest.
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

/** A pool whose idle failures are reported instead of ending the process. */
export function openPool(
  url: string,
  max: number,
  onError: (error: Error) => void,
  options: { pipeline?: boolean } = {},
): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'lead-manager', ...options });
  pool.on('error', onError);
  // A connection may also break while it is lent out; whoever has it learns so from its next statement.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
