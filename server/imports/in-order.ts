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

/**
 * Writes batches two at a time, so that both cores of a small machine are at work, and one after the other where they
 * are not independent. Commits come in the order of the batches: whatever breaks off, what is committed is a beginning.
 * When this settles nothing is being written any more.
 * @throws what `write` throws, else what `batches` throws
 */
export async function writeInOrder<B>(batches: AsyncIterable<B>, writing: OrderedWriting<B>): Promise<void> {
  let older: Promise<void> | null = null;
  let newer: InFlight<B> | null = null;
  try {
    for await (const batch of batches) {
      await older;
      const mustPause = await writing.mustPause();
      if (newer !== null && (mustPause || !writing.areIndependent(newer.batch, batch))) {
        await newer.done;
        newer = null;
      }
      if (mustPause) await writing.pause();
      const before: Promise<void> | null = newer?.done ?? null;
      const done = writing.write(batch, before);
      // Awaited in a later round; a failure must not count as unhandled until then.
      done.catch(() => undefined);
      older = before;
      newer = { batch, done };
    }
  } finally {
    await allEnded([older, newer?.done]);
  }
}

/** Waits for all of them, then throws what the first of those that failed threw. */
async function allEnded(all: (Promise<void> | null | undefined)[]): Promise<void> {
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
