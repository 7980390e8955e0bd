import module from 'node:module';
import { dirname } from 'node:path';
import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads';
import type pg from 'pg';
import { Piscina } from 'piscina';
import type { ConnectionShares } from '../db/connection-shares.ts';
import type { DatabaseUrls } from '../db/pool.ts';
import type { OrganizationScope } from '../db/scope.ts';
import type { Permit } from '../security/permit.ts';
import { FairTurns } from './fair-turns.ts';
import { asOutOfMemory } from './out-of-memory.ts';
import { errorOfThread } from './thread-errors.ts';

/** Database access of a function in a thread. */
export interface OpenDatabase {
  /** Pool of one connection with a session of its own, for an advisory lock. Only a task that `holdsLock` may use it. */
  pool: pg.Pool;
  /** Scope of the call's organization. It refuses transactions once the caller's signal aborts. */
  scope: OrganizationScope;
}

/**
 * Threads that tasks of one kind share, so that no kind waits for another. Organizations take turns at them.
 */
export interface ThreadPool {
  /** Upper bound on threads. */
  threads: number;
  /** Upper bound on threads that work for one organization; by default all of them. */
  perOrganization?: number;
  /** Milliseconds that a thread waits for its next task before it ends. */
  idleMs: number;
  /** Limit of the young generation of each thread's heap, in MiB. */
  youngMb?: number;
}

/** Function that runs in a thread. */
export type ThreadFunction<Input, Output, Progress = never> = (
  environment: ThreadEnvironment<Progress>,
  input: Input,
) => Promise<Output>;

/** Services that a thread provides to its function. */
export interface ThreadEnvironment<Progress = never> {
  /**
   * Opens connections of this thread to the application's role. The thread closes them after the function.
   */
  database(): Promise<OpenDatabase>;
  /** Sends progress to the caller. */
  report(progress: Progress): void;
}

/** Task that runs in a thread: the default export of a module. */
export interface ThreadTask<Input, Output, Progress = never> {
  pool: ThreadPool;
  /** URL of the module. */
  module: string;
  /** True for work that lasts and holds an advisory lock. */
  holdsLock: boolean;
  /** True for work that reads on a second connection while it holds a transaction. */
  readsMeanwhile: boolean;
  /** Never set; carries the types. */
  signature?: ThreadFunction<Input, Output, Progress>;
}

/** Options of a caller who follows a running task. */
export interface RunOptions<Progress> {
  /** Objects that move to the thread instead of being copied. */
  transferList?: Transferable[];
  /** Called with each progress message of the function. */
  onProgress?(progress: Progress): void;
  /**
   * Stops the function at its next use of the database; the call rejects with the signal's reason once it has
   * ended.
   */
  signal?: AbortSignal;
  /** Access of the request that asked for the task, checked before each of its commits. */
  permit?: Permit;
}

/** Runs tasks in threads, for work that would block requests. Starts a thread only when a task needs it. */
export interface Threads {
  /** Starts a thread that loads the task's module before the task arrives. */
  prepare(task: ThreadTask<never, unknown>): void;
  /**
   * Runs a task for an organization, or for none.
   * @throws OutOfMemory if it needs more memory than a thread may have
   */
  run<Input, Output, Progress>(
    task: ThreadTask<Input, Output, Progress>,
    organizationId: string | null,
    input: Input,
    options?: RunOptions<Progress>,
  ): Promise<Output>;
  /** Returns whether the task is running. */
  isRunning(task: ThreadTask<never, unknown>): boolean;
  /** Terminates the threads at once; unfinished durable work continues at the next start. */
  close(): Promise<void>;
}

/** A call in the form that crosses to the thread. */
export interface ThreadCall {
  module: string;
  /** True to load the module without running it. */
  isPreparation: boolean;
  urls: DatabaseUrls;
  /** Most connections that the task may open. */
  connections: number;
  /** True if one of them is for the task's advisory lock. */
  holdsLock: boolean;
  organizationId: string | null;
  input: unknown;
  permit: Permit | null;
  line: ThreadLine | null;
}

/** Link between a task's thread and a caller who follows it. */
export interface ThreadLine {
  progress: MessagePort;
  /** Set to 1 when the caller leaves; shared memory, so the thread sees it even while busy. */
  gone: Int32Array<SharedArrayBuffer>;
}

/** Settings of a thread at its start. */
export interface ThreadSettings {
  /** Folder of Node's compile cache, or null without one. */
  compiled: string | null;
}

/**
 * Heap limits of a thread in MiB. A thread that exceeds them ends with an error. Larger limits would only
 * delay garbage collection.
 */
const OLD_GENERATION_MB = 160;
const YOUNG_GENERATION_MB = 32;

/** Declares the function `run` of a module as a task; `F` is its type. */
export function threadTask<F extends ThreadFunction<never, unknown>>(
  pool: ThreadPool,
  url: URL,
  { holdsLock = false, readsMeanwhile = false } = {},
): ThreadTask<Parameters<F>[1], Awaited<ReturnType<F>>, Parameters<Parameters<F>[0]['report']>[0]> {
  return { pool, module: url.href, holdsLock, readsMeanwhile };
}

/** Most connections that a long task makes use of: one for its lock and four for transactions. */
const LONG_TASK_CONNECTIONS = 5;

/** Creates the thread pools of a server. Tasks take turns at the connections of its database. */
export function startThreads({ urls, shares }: { urls: DatabaseUrls; shares: ConnectionShares }): Threads {
  const perLongTask = Math.min(Math.max(Math.floor(shares.longTasks / 2), 2), LONG_TASK_CONNECTIONS);
  const longTurns = new FairTurns(Math.floor(shares.longTasks / perLongTask));
  const shortTurns = new FairTurns(shares.shortTasks);
  const pools = new Map<ThreadPool, Piscina>();
  const turns = new Map<ThreadPool, FairTurns>();
  const prepared = new Map<ThreadPool, Promise<unknown>>();
  const running = new Map<string, number>();
  const poolOf = (spec: ThreadPool): Piscina => {
    const pool = pools.get(spec) ?? startPool(spec);
    pools.set(spec, pool);
    return pool;
  };
  const turnsOf = (spec: ThreadPool): FairTurns => {
    const known = turns.get(spec) ?? new FairTurns(spec.threads, spec.perOrganization);
    turns.set(spec, known);
    return known;
  };
  const count = (task: string, change: 1 | -1): void => {
    running.set(task, (running.get(task) ?? 0) + change);
  };
  return {
    prepare: ({ pool, module: url }) => {
      const call = {
        module: url,
        isPreparation: true,
        urls,
        permit: null,
        connections: 0,
        holdsLock: false,
        organizationId: null,
        input: null,
        line: null,
      };
      // If this fails, the task fails the same way and reports it.
      const done = poolOf(pool)
        .run(call satisfies ThreadCall)
        .catch(() => undefined);
      prepared.set(pool, done);
    },
    run: async ({ pool, module: url, holdsLock, readsMeanwhile }, organizationId, input, options = {}) => {
      count(url, 1);
      try {
        // A task that arrives before the prepared thread is ready would start another one.
        await prepared.get(pool);
        const places = readsMeanwhile ? 2 : 1;
        const connections = holdsLock ? perLongTask : places;
        const call = {
          module: url,
          isPreparation: false,
          urls,
          connections,
          holdsLock,
          organizationId,
          input,
          permit: options.permit ?? null,
        };
        const work = (line: ThreadLine | null) =>
          poolOf(pool).run({ ...call, line } satisfies ThreadCall, {
            transferList: [...(options.transferList ?? []), ...(line === null ? [] : [line.progress])],
          });
        const begin = () => turnsOf(pool).run(organizationId, () => follow(options, work), options.signal);
        // A task without an organization has no database.
        if (organizationId === null) return await begin();
        return await (holdsLock
          ? longTurns.run(organizationId, begin, options.signal)
          : shortTurns.run(organizationId, begin, options.signal, places));
      } catch (error) {
        throw asOutOfMemory(errorOfThread(error));
      } finally {
        count(url, -1);
      }
    },
    isRunning: ({ module: url }) => (running.get(url) ?? 0) > 0,
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

/** Links a call with its caller while it runs. A caller who doesn't follow it needs no link. */
async function follow<Output, Progress>(
  { onProgress, signal }: RunOptions<Progress>,
  run: (line: ThreadLine | null) => Promise<Output>,
): Promise<Output> {
  if (onProgress === undefined && signal === undefined) return run(null);
  const gone = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const leave = (): void => void Atomics.store(gone, 0, 1);
  const { port1, port2 } = new MessageChannel();
  if (onProgress !== undefined) port1.on('message', onProgress);
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await run({ progress: port2, gone });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', leave);
    port1.close();
  }
}

function startPool({ threads, idleMs, youngMb = YOUNG_GENERATION_MB }: ThreadPool): Piscina {
  return new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: OLD_GENERATION_MB, maxYoungGenerationSizeMb: youngMb },
    // Threads clean up after their result, which they couldn't do while blocked on the next task.
    atomics: 'disabled',
    workerData: { compiled: compiledFolder() } satisfies ThreadSettings,
  });
}

function compiledFolder(): string | null {
  // Node appends a folder for its version to the configured one.
  const folder = module.getCompileCacheDir();
  return folder === undefined ? null : dirname(folder);
}
