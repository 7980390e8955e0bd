export interface PaceLimits {
  /** Waiting time per measurement. */
  patienceMs: number;
  /** Minimum while the server waits for the client. */
  bytesPerSecond: number;
}

/** A body that a client sends or receives. */
export interface Transfer {
  /** Bytes moved since any fixed moment. */
  moved(): number;
  isOver(): boolean;
  isWaiting(): boolean;
  cut(): void;
}

interface Progress {
  waitedMs: number;
  movedBefore: number;
}

/** More looks reduce the measuring error. */
const LOOKS = 12;

/**
 * Cuts transfers slower than the minimum. Only time spent waiting for the client counts, and an occasional byte
 * is no progress.
 */
export class PaceWatch {
  private readonly watched = new Map<Transfer, Progress>();
  private readonly limits: PaceLimits;
  private readonly timer: NodeJS.Timeout;

  constructor(limits: PaceLimits) {
    this.limits = limits;
    const lookMs = limits.patienceMs / LOOKS;
    // Counts looks instead of clock time, because the process may be suspended.
    this.timer = setInterval(() => this.look(lookMs), lookMs).unref();
  }

  /** Returns a function that ends the watch early, which saves memory. */
  watch(transfer: Transfer): () => void {
    this.watched.set(transfer, { waitedMs: 0, movedBefore: transfer.moved() });
    return () => {
      this.watched.delete(transfer);
    };
  }

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
      // One look more, because the first may come at once; half a look absorbs rounding.
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
