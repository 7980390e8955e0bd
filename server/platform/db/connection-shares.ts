/** DATABASE_CONNECTIONS overrides it. */
export const DEFAULT_CONNECTIONS = 15;
/** Minimum that a server works with. */
export const MIN_CONNECTIONS = 12;
/** The embedded database isn't shared. */
export const EMBEDDED_CONNECTIONS = 80;
/** The connection that listens for changes. */
const LISTENING = 1;

/** A share's holder never waits for another of that share. */
export interface ConnectionShares {
  /** Requests, exports and jobs' short transactions. */
  app: number;
  /** Small transactions of the public API. */
  pipelined: number;
  /** Job queue (one connection listens) and housekeeping. */
  owner: number;
  /** Advisory locks of jobs outside threads. */
  locks: number;
  /** A connection per task, or two if it reads while writing. */
  shortTasks: number;
  /** At least a lock and a transaction per task. */
  longTasks: number;
}

/** Left for requests at maximum exports. */
const APP_WITHOUT_EXPORTS = 12;

/** Each export holds an `app` connection. */
export function exportsAtOnce({ app }: ConnectionShares): number {
  return Math.max(Math.floor(app / 3), app - APP_WITHOUT_EXPORTS, 1);
}

/** More connections first speed up imports. */
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
