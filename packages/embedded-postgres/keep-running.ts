import { setTimeout as wait } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

/** Each wait doubles. */
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;

export type EmbeddedEvent =
  | { kind: 'lost' }
  /** Sent once per distinct reason. */
  | { kind: 'refused'; reason: string }
  | { kind: 'running' };

/**
 * Restarts PostgreSQL until `stop`, because causes like a full disk may clear.
 * @param start must fail when its signal aborts
 * @returns an idempotent `stop`
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

/** Returns null if `signal` aborts first. */
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
