/** Most connections of a server on DATABASE_URL unless DATABASE_CONNECTIONS says otherwise. */
export const DEFAULT_CONNECTIONS = 15;
/** Fewest connections that a server can work with. */
export const MIN_CONNECTIONS = 12;
/** Connections of a server to its own embedded database, which no one shares. */
export const EMBEDDED_CONNECTIONS = 80;
/** The connection that listens for changes. */
const LISTENING = 1;

/** How a server divides its connections. Nothing that holds one of a share waits for another of the same share. */
export interface ConnectionShares {
  /** Requests, exports and short transactions of jobs. */
  app: number;
  /** Many small transactions of the public API. */
  pipelined: number;
  /** Job queue and housekeeping; the queue listens on one of them. */
  owner: number;
  /** Advisory locks of jobs outside threads. */
  locks: number;
  /** Short tasks in threads: one connection each, or two for the ones that read while they write. */
  shortTasks: number;
  /** Imports and status updates in threads, at least two connections each: a lock and a transaction. */
  longTasks: number;
}

/** Connections that requests have left when as many exports run as may. */
const APP_WITHOUT_EXPORTS = 12;

/** Returns how many exports run at once; each keeps a connection of `app` for as long as its client reads. */
export function exportsAtOnce({ app }: ConnectionShares): number {
  return Math.max(Math.floor(app / 3), app - APP_WITHOUT_EXPORTS, 1);
}

/** Divides `total` connections. More of them first make imports faster, then serve more requests at once. */
export function sharesOf(total: number): ConnectionShares {
  const extra = total - MIN_CONNECTIONS;
  const part = (least: number, every: number, most: number): number =>
    Math.min(least + Math.floor(extra / every), most);
  const small = {
    pipelined: part(1, 8, 6),
    owner: part(2, 8, 6),
    locks: part(1, 12, 6),
    shortTasks: part(2, 3, 8),
  };
  const rest = total - LISTENING - Object.values(small).reduce((sum, size) => sum + size, 0);
  const app = Math.min(Math.floor(rest / 2), 30);
  return { ...small, app, longTasks: rest - app };
}
