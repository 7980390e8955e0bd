import { setTimeout as wait } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

/** The waits before tries to start PostgreSQL again: the first, and the longest they double up to (milliseconds). */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** What became of a PostgreSQL that nobody stopped. */
export type EmbeddedEvent =
  | { kind: 'lost' }
  /** It could not be started again; told once a reason. The next try follows within seconds. */
  | { kind: 'refused'; reason: string }
  | { kind: 'running' };

/**
 * Starts PostgreSQL again whenever it ends without having been stopped: killed, or ended by itself on a full disk. Tries
 * until it runs, for what is in the way may go away without us.
 * @param start is given up, with an error, when its signal says so
 * @returns stops it for good; any number of calls
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
      // It came up while it was no longer wanted.
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

/** The new server, or null when it is no longer wanted. */
async function startAgain(
  start: (signal: AbortSignal) => Promise<Postmaster>,
  signal: AbortSignal,
  onRefused: (reason: string) => void,
): Promise<Postmaster | null> {
  let told = '';
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
    await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return null;
    try {
      return await start(signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== told && !signal.aborted) onRefused(reason);
      told = reason;
    }
  }
}
