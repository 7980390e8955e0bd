/**
 * `ask`: only if no other page holds the queue; `wait`: after the other page releases it; `steal`:
 * immediately.
 */
export type Claim = 'ask' | 'wait' | 'steal';

/**
 * Runs `hold` as the only page of this browser that works on a user's queue, until `hold` settles. Without
 * Web Locks (plain http other than localhost) the last page to claim the queue has it, and the others notice
 * on their next write.
 * @returns true if this page got the queue
 * @throws AbortError when another page has stolen the queue, or when `signal` aborts the wait
 */
export async function holdQueue(
  owner: string,
  claim: Claim,
  signal: AbortSignal,
  hold: () => Promise<void>,
): Promise<boolean> {
  if (!canAgree()) {
    await (claim === 'wait' ? untilAborted(signal) : hold());
    return true;
  }
  const options: LockOptions =
    claim === 'wait' ? { signal } : claim === 'steal' ? { steal: true } : { ifAvailable: true };
  return navigator.locks.request(`import-queue ${owner}`, options, async (lock) => {
    if (lock === null) return false;
    await hold();
    return true;
  });
}

/** Returns true if this browser supports Web Locks, through which pages agree on the owner of a queue. */
export function canAgree(): boolean {
  return 'locks' in navigator;
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
