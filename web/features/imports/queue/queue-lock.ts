/** `ask`: only if no other page has it; `wait`: once no other has it; `steal`: now. */
export type Claim = 'ask' | 'wait' | 'steal';

/**
 * Runs `hold` as the one page of this browser that goes on with a user's queue, which it stays until `hold` ends.
 * Where pages cannot agree (no Web Locks: plain http that is not localhost), the last one that claims has it, and the
 * others find out when they write.
 * @returns whether it got its turn
 * @throws AbortError when another page has stolen it, or when `signal` aborts the wait
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

/** Whether pages of this browser can agree on who goes on with a queue. */
export function canAgree(): boolean {
  return 'locks' in navigator;
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
