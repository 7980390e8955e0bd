import { setTimeout as wait } from 'node:timers/promises';

/** A batch being written; the previous one may be uncommitted. */
interface InFlight<B> {
  batch: B;
  done: Promise<void>;
}

export interface OrderedWriting<B> {
  /** Returns whether `later` has the same outcome before and after `earlier` commits. */
  areIndependent(earlier: B, later: B): boolean;
  /** Writes a batch. Must commit after `before`, and fail if it fails. */
  write(batch: B, before: Promise<void> | null): Promise<void>;
  /** If true, all batches in flight commit first; then `pause` is called. */
  mustPause(): Promise<boolean>;
  pause(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 2;

/**
 * Writes independent batches concurrently, to use all cores, and dependent ones in sequence. Commits in order,
 * so after a failure the committed batches are a prefix. No write is in progress once it settles.
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
      // Awaited by a later round.
      done.catch(() => undefined);
      inFlight.push({ batch, done });
    }
  } finally {
    await allEnded(inFlight.map(({ done }) => done));
  }
}

/** Returns how many batches must commit before `batch`. */
function dependedOn<B>(inFlight: readonly InFlight<B>[], batch: B, writing: OrderedWriting<B>): number {
  return inFlight.findLastIndex((earlier) => !writing.areIndependent(earlier.batch, batch)) + 1;
}

async function endFirst<B>(inFlight: InFlight<B>[], count: number): Promise<void> {
  for (let ended = 0; ended < count; ended++) {
    await inFlight[0]?.done;
    inFlight.shift();
  }
}

/** Throws the first error after all have settled. */
async function allEnded(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Requests each item early, so that source and caller work in parallel. */
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

const COMMIT_WAIT_MS = 30_000;

/** The previous write may wait for a lock that this one holds, invisibly to PostgreSQL. */
class CommitTimeout extends Error {}

/**
 * Runs `attempt`, which calls `committed` while holding its locks. If waiting for `before` times out, runs it
 * again after `before`.
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
 * @throws CommitTimeout after COMMIT_WAIT_MS
 * @throws the error of `before`
 */
async function beforeTimeout(before: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const timeout = wait(COMMIT_WAIT_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new CommitTimeout();
  });
  // `finally` aborts the timer.
  timeout.catch(() => undefined);
  try {
    await Promise.race([before, timeout]);
  } finally {
    waiting.abort();
  }
}
