/** Default maximum on DATABASE_URL; DATABASE_CONNECTIONS overrides it. */
export const DEFAULT_CONNECTIONS = 15;
/** Minimum that a server works with. */
export const MIN_CONNECTIONS = 12;
/** The embedded database isn't shared. */
export const EMBEDDED_CONNECTIONS = 80;
/** The connection that listens for changes. */
const LISTENING = 1;

/** A holder of a share's connection never waits for another of the same share. */
export interface ConnectionShares {
  /** Requests, exports and jobs' short transactions. */
  app: number;
  /** Small transactions of the public API. */
  pipelined: number;
  /** Job queue (one connection listens) and housekeeping. */
  owner: number;
  /** Advisory locks of jobs outside threads. */
  locks: number;
  /** One connection per short thread task, two if it reads while writing. */
  shortTasks: number;
  /** Imports and status updates: at least a lock and a transaction each. */
  longTasks: number;
}

/** Left for requests at maximum exports. */
const APP_WITHOUT_EXPORTS = 12;

/** Maximum concurrent exports; each holds an `app` connection while its client reads. */
export function exportsAtOnce({ app }: ConnectionShares): number {
  return Math.max(Math.floor(app / 3), app - APP_WITHOUT_EXPORTS, 1);
}

/** Extra connections first speed up imports, then serve more requests. */
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
