import { setTimeout as wait } from 'node:timers/promises';

/** Something that is written while the one before it may not be committed yet. */
interface InFlight<B> {
  batch: B;
  done: Promise<void>;
}

/** How batches are written side by side. */
export interface OrderedWriting<B> {
  /** Whether the outcome of `later` is the same whether or not `earlier` is committed before it is begun. */
  areIndependent(earlier: B, later: B): boolean;
  /** Writes a batch. It may commit only after `before`, when that is given, and must fail when `before` fails. */
  write(batch: B, before: Promise<void> | null): Promise<void>;
  /** Whether all batches under way are to be committed before the next is begun; then `pause` is called. */
  mustPause(): Promise<boolean>;
  pause(): Promise<void>;
}

/** Batches that are written at once unless it is told otherwise. */
const AT_ONCE = 2;

/**
 * Writes batches some at a time, so that all cores of a small machine are at work, and one after the other where they
 * are not independent. Commits come in the order of the batches: whatever breaks off, what is committed is a beginning.
 * When this settles nothing is being written any more.
 * @throws what `write` throws, else what `batches` throws
 */
export async function writeInOrder<B>(
  batches: AsyncIterable<B>,
  writing: OrderedWriting<B>,
  atOnce = AT_ONCE,
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
      // Awaited in a later round; a failure must not count as unhandled until then.
      done.catch(() => undefined);
      inFlight.push({ batch, done });
    }
  } finally {
    await allEnded(inFlight.map(({ done }) => done));
  }
}

/** How many of those under way have to be committed before a batch is begun: up to the last that matters to it. */
function dependedOn<B>(inFlight: readonly InFlight<B>[], batch: B, writing: OrderedWriting<B>): number {
  return inFlight.findLastIndex((earlier) => !writing.areIndependent(earlier.batch, batch)) + 1;
}

/** Waits for the first `count` batches to be committed; they are under way no longer. */
async function endFirst<B>(inFlight: InFlight<B>[], count: number): Promise<void> {
  for (let ended = 0; ended < count; ended++) {
    await inFlight[0]?.done;
    inFlight.shift();
  }
}

/** Waits for all of them, then throws what the first of those that failed threw. */
async function allEnded(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** The same items, each asked for as soon as the one before it is there: made while that one is being used. */
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

/** How long what is written waits for the one before it to be committed (milliseconds). */
const PATIENCE_MS = 30_000;

/** The one before may be waiting, unseen by the database, for what this one holds. */
class OutOfPatience extends Error {}

/**
 * Runs `attempt`, which calls `committed` when it holds all it needs and returns only after that; and once more, after
 * the one before, should it have to let go for it.
 */
export async function patiently(
  before: Promise<void> | null,
  attempt: (before: Promise<void> | null, committed: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (before === null) return attempt(null, async () => undefined);
  try {
    await attempt(before, () => inTime(before));
  } catch (error) {
    if (!(error instanceof OutOfPatience)) throw error;
    await before;
    await attempt(null, async () => undefined);
  }
}

/** @throws OutOfPatience, what `before` throws */
async function inTime(before: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const patience = wait(PATIENCE_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new OutOfPatience();
  });
  // Called off once `before` is there.
  patience.catch(() => undefined);
  try {
    await Promise.race([before, patience]);
  } finally {
    waiting.abort();
  }
}
