import { setTimeout as wait } from 'node:timers/promises';

/** A batch being written, while the previous one may not have committed yet. */
interface InFlight<B> {
  batch: B;
  done: Promise<void>;
}

/** Operations by which `writeInOrder` writes batches side by side. */
export interface OrderedWriting<B> {
  /** Returns whether `later` has the same outcome whether or not `earlier` has committed before it begins. */
  areIndependent(earlier: B, later: B): boolean;
  /** Writes a batch. It may commit only after `before`, if given, and must fail if `before` fails. */
  write(batch: B, before: Promise<void> | null): Promise<void>;
  /**
   * Returns whether all batches in flight must commit before the next one begins; `writeInOrder` then calls
   * `pause`.
   */
  mustPause(): Promise<boolean>;
  pause(): Promise<void>;
}

/** Default number of batches in flight. */
const DEFAULT_CONCURRENCY = 2;

/**
 * Writes several batches at a time to use all cores of a small machine, and dependent batches one after the
 * other. Batches commit in order, so after any failure the committed ones are a prefix. When the promise
 * settles, no write is in progress.
 * @throws the error of `write`, otherwise that of `batches`
 */
export async function writeInOrder<B>(
  batches: AsyncIterable<B>,
  writing: OrderedWriting<B>,
  atOnce = DEFAULT_CONCURRENCY,
): Promise<void> {
  const inFlight: InFlight<B>[] = [];
  try {
    for await (const batch of batches) {
      if (inFlight.length === atOnce) await endFirst(inFlight, 1);
      const mustPause = await writing.mustPause();
      const others = mustPause ? inFlight.length : dependedOn(inFlight, batch, writing);
      await endFirst(inFlight, others);
      if (mustPause) await writing.pause();
      const done = writing.write(batch, inFlight.at(-1)?.done ?? null);
      // A later round awaits it; until then a failure must not count as unhandled.
      done.catch(() => undefined);
      inFlight.push({ batch, done });
    }
  } finally {
    await allEnded(inFlight.map(({ done }) => done));
  }
}

/** Returns how many batches in flight must commit before `batch` begins: up to the last one it depends on. */
function dependedOn<B>(inFlight: readonly InFlight<B>[], batch: B, writing: OrderedWriting<B>): number {
  return inFlight.findLastIndex((earlier) => !writing.areIndependent(earlier.batch, batch)) + 1;
}

/** Waits until the first `count` batches have committed, and removes them. */
async function endFirst<B>(inFlight: InFlight<B>[], count: number): Promise<void> {
  for (let ended = 0; ended < count; ended++) {
    await inFlight[0]?.done;
    inFlight.shift();
  }
}

/** Waits for all promises, then throws the error of the first that failed. */
async function allEnded(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/**
 * Yields the same items, but requests each as soon as the previous one is there, so that the source works
 * while the caller does.
 */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = items.next();
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await items.return?.();
  }
}

/** Milliseconds that a write waits for the previous one to commit. */
const COMMIT_WAIT_MS = 30_000;

/** The previous write may be waiting, invisibly to PostgreSQL, for a lock that this one holds. */
class CommitTimeout extends Error {}

/**
 * Runs `attempt`, which calls `committed` once it holds all its locks and returns only after that. If the
 * wait for `before` runs out, `committed` throws, and `attempt` runs again after `before`.
 */
export async function withCommitTimeout(
  before: Promise<void> | null,
  attempt: (before: Promise<void> | null, committed: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (before === null) return attempt(null, async () => undefined);
  try {
    await attempt(before, () => beforeTimeout(before));
  } catch (error) {
    if (!(error instanceof CommitTimeout)) throw error;
    await before;
    await attempt(null, async () => undefined);
  }
}

/**
 * Waits for `before`.
 * @throws CommitTimeout after COMMIT_WAIT_MS
 * @throws the error of `before`
 */
async function beforeTimeout(before: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const timeout = wait(COMMIT_WAIT_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new CommitTimeout();
  });
  // `finally` aborts the timer once `before` settles.
  timeout.catch(() => undefined);
  try {
    await Promise.race([before, timeout]);
  } finally {
    waiting.abort();
  }
}
