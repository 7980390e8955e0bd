/** A caller's remaining requests in the current window. */
export interface Allowance {
  limit: number;
  /** Requests left, after this one. */
  remaining: number;
  /** Seconds until the window ends, at least 1. */
  resetSeconds: number;
  /** Whether this request exceeds the limit. */
  exceeded: boolean;
}

interface Window {
  count: number;
  endsAt: number;
}

const WINDOW_MS = 60_000;
/** Above this number of callers, expired windows are removed. */
const SWEEP_ABOVE_CALLERS = 10_000;

/** Counts requests per caller in one-minute windows that start with the caller's first request. */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();
  private readonly limit: number;
  private readonly now: () => number;
  private sweepAt = SWEEP_ABOVE_CALLERS;

  /** @param now returns milliseconds on any monotonic clock */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.limit = limit;
    this.now = now;
  }

  /** Counts a request, whether or not it is admitted. */
  take(caller: string): Allowance {
    const now = this.now();
    let window = this.windows.get(caller);
    if (window === undefined || window.endsAt <= now) {
      window = { count: 0, endsAt: now + WINDOW_MS };
      this.windows.set(caller, window);
      if (this.windows.size > this.sweepAt) this.sweep(now);
    }
    window.count++;
    return {
      limit: this.limit,
      remaining: Math.max(0, this.limit - window.count),
      resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
      exceeded: window.count > this.limit,
    };
  }

  private sweep(now: number): void {
    for (const [caller, window] of this.windows) if (window.endsAt <= now) this.windows.delete(caller);
    // The threshold doubles with the remaining windows, so that sweeping stays cheap.
    this.sweepAt = Math.max(SWEEP_ABOVE_CALLERS, this.windows.size * 2);
  }
}
