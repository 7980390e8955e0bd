import { setTimeout as wait } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

/** First and longest wait before a restart, in milliseconds. Each further wait doubles. */
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;

/** Event in the life of a PostgreSQL that ended unexpectedly. */
export type EmbeddedEvent =
  | { kind: 'lost' }
  /** The restart failed; sent once for each distinct reason. The next try follows within seconds. */
  | { kind: 'refused'; reason: string }
  | { kind: 'running' };

/**
 * Restarts PostgreSQL whenever it ends without `stop`, for example after a kill or on a full disk. Retries
 * until it runs, because the cause may disappear by itself.
 * @param start must give up with an error when its signal aborts
 * @returns a function that stops PostgreSQL for good; calling it again is harmless
 */
export function keepRunning(
  first: Postmaster,
  start: (signal: AbortSignal) => Promise<Postmaster>,
  onEvent: (event: EmbeddedEvent) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = first;
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (signal.aborted) return;
      onEvent({ kind: 'lost' });
      const next = await startAgain(start, signal, (reason) => onEvent({ kind: 'refused', reason }));
      if (next === null) return;
      current = next;
      // It came up after `stop`.
      if (signal.aborted) return next.stop();
      onEvent({ kind: 'running' });
    }
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await current.stop();
    await watching;
  };
}

/** Returns the new server, or null if `signal` aborted first. */
async function startAgain(
  start: (signal: AbortSignal) => Promise<Postmaster>,
  signal: AbortSignal,
  onRefused: (reason: string) => void,
): Promise<Postmaster | null> {
  let reported = '';
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, MAX_WAIT_MS)) {
    await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return null;
    try {
      return await start(signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== reported && !signal.aborted) onRefused(reason);
      reported = reason;
    }
  }
}
