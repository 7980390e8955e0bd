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
import { asOutOfMemory, errorOfThread } from './thread-errors.ts';

export interface OpenDatabase {
  /** For the lock of tasks that `holdsLock`. */
  pool: pg.Pool;
  /** Refuses transactions once the caller's signal aborts. */
  scope: OrganizationScope;
}

/** Threads of one kind of tasks; organizations take turns. */
export interface ThreadPool {
  /** Maximum threads. */
  threads: number;
  /** Maximum per organization; default: all. */
  perOrganization?: number;
  /** Idle milliseconds before a thread ends. */
  idleMs: number;
  /** Young generation of the heap, in MiB. */
  youngMb?: number;
  /** Old generation of the heap, in MiB. */
  oldMb?: number;
}

export type ThreadFunction<Input, Output, Progress = never> = (
  environment: ThreadEnvironment<Progress>,
  input: Input,
) => Promise<Output>;

export interface ThreadEnvironment<Progress = never> {
  /** Connections are closed after the function. */
  database(): Promise<OpenDatabase>;
  report(progress: Progress): void;
}

/** A module's default export. */
export interface ThreadTask<Input, Output, Progress = never> {
  pool: ThreadPool;
  module: string;
  /** Long work that holds an advisory lock. */
  holdsLock: boolean;
  /** Reads during its own transaction. */
  readsMeanwhile: boolean;
  /** Never set; carries the types. */
  signature?: ThreadFunction<Input, Output, Progress>;
}

export interface RunOptions<Progress> {
  /** Moved to the thread instead of copied. */
  transferList?: Transferable[];
  onProgress?(progress: Progress): void;
  /** Stops at the next database use; the call rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Access of the request that asked for the task, checked before each of its commits. */
  permit?: Permit;
}

/** Threads start on demand. */
export interface Threads {
  prepare(task: ThreadTask<never, unknown>): void;
  /** @throws OutOfMemory */
  run<Input, Output, Progress>(
    task: ThreadTask<Input, Output, Progress>,
    organizationId: string | null,
    input: Input,
    options?: RunOptions<Progress>,
  ): Promise<Output>;
  isRunning(task: ThreadTask<never, unknown>): boolean;
  /** Durable work continues at the next start. */
  close(): Promise<void>;
}

/** A call as sent to the thread. */
export interface ThreadCall {
  module: string;
  isPreparation: boolean;
  urls: DatabaseUrls;
  secretKey: Buffer | null;
  connections: number;
  /** One of them holds the advisory lock. */
  holdsLock: boolean;
  organizationId: string | null;
  input: unknown;
  permit: Permit | null;
  line: ThreadLine | null;
}

export interface ThreadLine {
  progress: MessagePort;
  /** Set to 1 when the caller leaves. */
  gone: Int32Array<SharedArrayBuffer>;
}

export interface ThreadSettings {
  /** Node's compile cache. */
  compiled: string | null;
}

/** In MiB; more would only delay garbage collection. */
const OLD_GENERATION_MB = 160;
const YOUNG_GENERATION_MB = 32;

/** `F`: type of the module's `run`. */
export function threadTask<F extends ThreadFunction<never, unknown>>(
  pool: ThreadPool,
  url: URL,
  { holdsLock = false, readsMeanwhile = false } = {},
): ThreadTask<Parameters<F>[1], Awaited<ReturnType<F>>, Parameters<Parameters<F>[0]['report']>[0]> {
  return { pool, module: url.href, holdsLock, readsMeanwhile };
}

/** A lock and four transactions. */
const LONG_TASK_CONNECTIONS = 5;

export function startThreads(
  { urls, shares }: { urls: DatabaseUrls; shares: ConnectionShares },
  secretKey: (() => Buffer) | null = null,
): Threads {
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
        secretKey: null,
        permit: null,
        connections: 0,
        holdsLock: false,
        organizationId: null,
        input: null,
        line: null,
      };
      // The task will report the failure.
      const done = poolOf(pool)
        .run(call satisfies ThreadCall)
        .catch(() => undefined);
      prepared.set(pool, done);
    },
    run: async ({ pool, module: url, holdsLock, readsMeanwhile }, organizationId, input, options = {}) => {
      count(url, 1);
      try {
        // Otherwise a second thread would start.
        await prepared.get(pool);
        const places = readsMeanwhile ? 2 : 1;
        const connections = holdsLock ? perLongTask : places;
        const call = {
          module: url,
          isPreparation: false,
          urls,
          secretKey: secretKey?.() ?? null,
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
        // Tasks without an organization use no database.
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

function startPool({
  threads,
  idleMs,
  youngMb = YOUNG_GENERATION_MB,
  oldMb = OLD_GENERATION_MB,
}: ThreadPool): Piscina {
  return new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: oldMb, maxYoungGenerationSizeMb: youngMb },
    // Blocking would prevent cleanup after the result.
    atomics: 'disabled',
    workerData: { compiled: compiledFolder() } satisfies ThreadSettings,
  });
}

function compiledFolder(): string | null {
  // Node appends a folder for its version.
  const folder = module.getCompileCacheDir();
  return folder === undefined ? null : dirname(folder);
}
