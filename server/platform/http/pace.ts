/** Limits of transfers whose pace the client sets. */
export interface PaceLimits {
  /** Milliseconds of waiting for the client after which its pace is measured. */
  patienceMs: number;
  /** Minimum bytes per second while the server waits for the client. */
  bytesPerSecond: number;
}

/** A body that a client sends or takes. */
export interface Transfer {
  /** Returns the bytes that the client has moved since any fixed moment. */
  moved(): number;
  /** Returns whether there is nothing left to watch. */
  isOver(): boolean;
  /** Returns whether the server is waiting for the client at this moment. */
  isWaiting(): boolean;
  /** Ends the transfer because the client is too slow. */
  cut(): void;
}

interface Progress {
  waitedMs: number;
  movedBefore: number;
}

/** Looks at each transfer during the patience: the more, the smaller the error of the measured time. */
const LOOKS = 12;

/**
 * Watches transfers and cuts those whose client is slower than the minimum. Only time that the server spends waiting for
 * the client counts, so work of the server and of the database is never the client's fault. A client that now and then
 * moves a byte makes no progress.
 */
export class PaceWatch {
  private readonly watched = new Map<Transfer, Progress>();
  private readonly limits: PaceLimits;
  private readonly timer: NodeJS.Timeout;

  constructor(limits: PaceLimits) {
    this.limits = limits;
    const lookMs = limits.patienceMs / LOOKS;
    // Counts looks, not the clock: a process that was stopped for a while has cut no one off.
    this.timer = setInterval(() => this.look(lookMs), lookMs).unref();
  }

  /**
   * Watches a transfer from now until it is over.
   * @returns a function that ends the watch at once, which saves the memory of many short ones
   */
  watch(transfer: Transfer): () => void {
    this.watched.set(transfer, { waitedMs: 0, movedBefore: transfer.moved() });
    return () => {
      this.watched.delete(transfer);
    };
  }

  /** Returns the number of watched transfers. */
  get size(): number {
    return this.watched.size;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(sinceMs: number): void {
    const { patienceMs, bytesPerSecond } = this.limits;
    for (const [transfer, progress] of this.watched) {
      if (transfer.isOver()) {
        this.watched.delete(transfer);
        continue;
      }
      if (!transfer.isWaiting()) continue;
      progress.waitedMs += sinceMs;
      // The first look may come right after the beginning, so that one more makes the whole patience. Half a look is for
      // the rounding error of their sum.
      if (progress.waitedMs < patienceMs + sinceMs / 2) continue;
      const moved = transfer.moved();
      if (moved - progress.movedBefore >= (bytesPerSecond * patienceMs) / 1000) {
        this.watched.set(transfer, { waitedMs: 0, movedBefore: moved });
        continue;
      }
      this.watched.delete(transfer);
      transfer.cut();
    }
  }
}
