export interface PaceLimits {
  /** Waiting time per measurement. */
  patienceMs: number;
  /** Minimum while the server waits for the client. */
  bytesPerSecond: number;
}

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

/** Cuts slow transfers. Only time waiting for the client counts, and an occasional byte is no progress. */
export class PaceWatch {
  private readonly watched = new Map<Transfer, Progress>();
  private readonly limits: PaceLimits;
  private readonly timer: NodeJS.Timeout;

  constructor(limits: PaceLimits) {
    this.limits = limits;
    const lookMs = limits.patienceMs / LOOKS;
    // Clock time would count suspensions of the process.
    this.timer = setInterval(() => this.look(lookMs), lookMs).unref();
  }

  /** Returns a function that ends the watch. */
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
      // The first look may come at once; half a look absorbs rounding.
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
