import { setTimeout as wait } from 'node:timers/promises';

/** The previous batch may be uncommitted. */
interface InFlight<B> {
  batch: B;
  done: Promise<void>;
}

export interface OrderedWriting<B> {
  /** True if `later` may begin before `earlier` commits. */
  areIndependent(earlier: B, later: B): boolean;
  /** Must commit after `before`, and fail with it. */
  write(batch: B, before: Promise<void> | null): Promise<void>;
  /** Then all batches in flight commit, and `pause` is called. */
  mustPause(): Promise<boolean>;
  pause(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 2;

/**
 * Writes independent batches concurrently. Commits in order, so a failure leaves a prefix; no write is in
 * progress afterwards.
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

function dependedOn<B>(inFlight: readonly InFlight<B>[], batch: B, writing: OrderedWriting<B>): number {
  return inFlight.findLastIndex((earlier) => !writing.areIndependent(earlier.batch, batch)) + 1;
}

async function endFirst<B>(inFlight: InFlight<B>[], count: number): Promise<void> {
  for (let ended = 0; ended < count; ended++) {
    await inFlight[0]?.done;
    inFlight.shift();
  }
}

/** Throws the first error. */
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

/** The previous write may wait for this one's lock, invisibly to PostgreSQL. */
class CommitTimeout extends Error {}

/** `attempt` calls `committed` while holding its locks; on a timeout, it runs again after `before`. */
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
