import module from 'node:module';
import { dirname } from 'node:path';
import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads';
import type pg from 'pg';
import { Piscina } from 'piscina';
import type { OrganizationScope } from '../db/scope.ts';

/** The database as a function in a thread sees it. */
export interface OpenDatabase {
  pool: pg.Pool;
  /** The organization of the call. */
  scope: OrganizationScope;
}

/** Threads that tasks of one kind share, so that no kind waits for another. */
export interface ThreadPool {
  /** Upper bound on threads. */
  threads: number;
  /** Milliseconds that a thread waits for its next task before it ends. */
  idleMs: number;
  /** Limit of the young generation of each thread's heap, in MiB. */
  youngMb?: number;
}

/** A function that runs in a thread. */
export type ThreadFunction<Input, Output, Progress = never> = (
  environment: ThreadEnvironment<Progress>,
  input: Input,
) => Promise<Output>;

/** The means that a thread gives to the function it runs. */
export interface ThreadEnvironment<Progress = never> {
  /** Opens connections of the thread's own to the application's role; they are closed after the function. */
  database(): Promise<OpenDatabase>;
  /** Sends progress to the caller. */
  tell(progress: Progress): void;
  /** Returns true as soon as the caller's signal is aborted. */
  isGone(): boolean;
}

/** Names a function that runs in a thread: the export `run` of a module. */
export interface ThreadTask<Input, Output, Progress = never> {
  pool: ThreadPool;
  /** URL of the module. */
  module: string;
  /** Never set: carries the types. */
  signature?: ThreadFunction<Input, Output, Progress>;
}

/** The caller's side of a running task. */
export interface RunOptions<Progress> {
  /** Objects that move to the thread instead of being copied. */
  transferList?: Transferable[];
  /** Called with each progress that the function tells. */
  onProgress?(progress: Progress): void;
  /** Tells the function to end; the call rejects once it has ended. */
  signal?: AbortSignal;
}

/** Runs tasks in threads, for work that would hold up answers. Starts no thread until one is needed. */
export interface Threads {
  /** Starts a thread that has loaded the task's module when the task comes. */
  prepare(task: ThreadTask<never, unknown>): void;
  /** Runs a task for an organization, or for none. */
  run<Input, Output, Progress>(
    task: ThreadTask<Input, Output, Progress>,
    organizationId: string | null,
    input: Input,
    options?: RunOptions<Progress>,
  ): Promise<Output>;
  /** Whether the task runs at this moment. */
  isRunning(task: ThreadTask<never, unknown>): boolean;
  /** Ends the threads where they are; unfinished durable work goes on at the next start. */
  close(): Promise<void>;
}

/** A call as it crosses to the thread. */
export interface ThreadCall {
  module: string;
  /** Only loads the module. */
  isPreparation: boolean;
  appUrl: string;
  organizationId: string | null;
  input: unknown;
  line: ThreadLine | null;
}

/** Connects the thread of a task with a caller who follows it. */
export interface ThreadLine {
  progress: MessagePort;
  /** Its one number becomes 1 when the caller leaves: the thread sees it at once, whatever it is at. */
  gone: Int32Array<SharedArrayBuffer>;
}

/** Settings of a thread at its start. */
export interface ThreadSettings {
  /** The folder where Node keeps compiled sources, when it does. */
  compiled: string | null;
}

/** Heap of a thread (MiB). Beyond it the thread ends with an error; below, a larger one would only collect later. */
const OLD_GENERATION_MB = 160;
const YOUNG_GENERATION_MB = 32;

/** Names the function `run` of a module as a task; `F` is its type. */
export function threadTask<F extends ThreadFunction<never, unknown>>(
  pool: ThreadPool,
  url: URL,
): ThreadTask<Parameters<F>[1], Awaited<ReturnType<F>>, Parameters<Parameters<F>[0]['tell']>[0]> {
  return { pool, module: url.href };
}

/** Opens the threads of a server; `appUrl` is the connection string of the application's role. */
export function startThreads(appUrl: string): Threads {
  const pools = new Map<ThreadPool, Piscina>();
  const prepared = new Map<ThreadPool, Promise<unknown>>();
  const running = new Map<string, number>();
  const poolOf = (spec: ThreadPool): Piscina => {
    const pool = pools.get(spec) ?? startPool(spec);
    pools.set(spec, pool);
    return pool;
  };
  const count = (task: string, change: 1 | -1): void => {
    running.set(task, (running.get(task) ?? 0) + change);
  };
  return {
    prepare: ({ pool, module: url }) => {
      const call = {
        module: url,
        isPreparation: true,
        appUrl,
        organizationId: null,
        input: null,
        line: null,
      };
      // Should it fail, so does the task, which says so.
      const done = poolOf(pool)
        .run(call satisfies ThreadCall)
        .catch(() => undefined);
      prepared.set(pool, done);
    },
    run: async ({ pool, module: url }, organizationId, input, options = {}) => {
      count(url, 1);
      try {
        // A task that comes before the prepared thread is ready would start one more.
        await prepared.get(pool);
        const call = { module: url, isPreparation: false, appUrl, organizationId, input };
        return await follow(options, (line) =>
          poolOf(pool).run({ ...call, line } satisfies ThreadCall, {
            transferList: [...(options.transferList ?? []), ...(line === null ? [] : [line.progress])],
          }),
        );
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

/** Connects a call with its caller while it runs; a caller who does not follow it needs no line. */
async function follow<Output, Progress>(
  { onProgress, signal }: RunOptions<Progress>,
  run: (line: ThreadLine | null) => Promise<Output>,
): Promise<Output> {
  if (onProgress === undefined || signal === undefined) return run(null);
  signal.throwIfAborted();
  const gone = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const leave = (): void => void Atomics.store(gone, 0, 1);
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onProgress);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await run({ progress: port2, gone });
  } finally {
    signal.removeEventListener('abort', leave);
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
    // Threads tidy up after their answer, which they could not do while they block on the next task.
    atomics: 'disabled',
    workerData: { compiled: compiledFolder() } satisfies ThreadSettings,
  });
}

function compiledFolder(): string | null {
  // Node names a folder of its version below the one that it was given.
  const folder = module.getCompileCacheDir();
  return folder === undefined ? null : dirname(folder);
}
