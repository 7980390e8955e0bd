import { setTimeout as wait } from 'node:timers/promises';
import { type Context, scopeOf } from '../../../platform/context/context.ts';
import type { FinishedAttempt } from './attempt.ts';
import { type Claim, claimDeliveries } from './claim-writes.ts';
import { type DueOrder, dueOrders } from './due-reads.ts';
import { OrderLanes } from './order-lanes.ts';
import { recordAttempts } from './record-attempts.ts';
import { type ClaimedSend, sendClaimed } from './send-claimed.ts';

/** Also for repeats, which come without a notice. */
const LOOK_EVERY_MS = 1_000;
/** Notices within this time are answered by one look. */
const LOOK_PAUSE_MS = 50;
/** Orders whose deliveries are claimed at a time. */
const CLAIMS = 3;
const RECORD_TRIES = 3;
/** A server that stops waits so long for answers. */
const STOP_MS = 2_000;

/** Sends deliveries until it is stopped; any number of servers may. */
export interface DeliveryWorker {
  stop(): Promise<void>;
}

type NamedOrder = DueOrder & { name: string };

export function startDeliveries(context: Context): DeliveryWorker {
  const worker = new Worker(context);
  const stopListening = context.notices.onDeliveriesChanged(() => worker.look());
  const timer = setInterval(() => worker.look(), LOOK_EVERY_MS);
  worker.look();
  return {
    stop: async () => {
      stopListening();
      clearInterval(timer);
      await worker.stop();
    },
  };
}

class Worker {
  readonly #context: Context;
  readonly #lanes = new OrderLanes();
  readonly #abort = new AbortController();
  readonly #work = new Set<Promise<void>>();
  /** Attempts to record, by order. */
  readonly #finished = new Map<string, FinishedAttempt[]>();
  #isStopped = false;
  #isLooking = false;
  #looksAgain = false;
  #claims = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Finds orders with due deliveries. */
  look(): void {
    if (this.#isStopped) return;
    this.#looksAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#keep(this.#lookOnce());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const ended = new AbortController();
    const timer = wait(STOP_MS, undefined, { signal: ended.signal }).then(
      () => this.#abort.abort(),
      () => undefined,
    );
    while (this.#work.size > 0) await Promise.all(this.#work);
    ended.abort();
    await timer;
  }

  #keep(work: Promise<void>): void {
    const kept = work
      .catch((error: unknown) => this.#context.log.warn({ err: error }, 'deliveries failed'))
      .finally(() => this.#work.delete(kept));
    this.#work.add(kept);
  }

  async #lookOnce(): Promise<void> {
    try {
      while (this.#looksAgain && !this.#isStopped) {
        this.#looksAgain = false;
        for (const order of await dueOrders(this.#context.db.owner)) this.#lanes.addDue(order);
        this.#fill();
        await wait(LOOK_PAUSE_MS, undefined, { signal: this.#abort.signal }).catch(() => undefined);
      }
    } finally {
      this.#isLooking = false;
    }
  }

  /** Claims for orders as long as there are places. */
  #fill(): void {
    while (!this.#isStopped && this.#claims < CLAIMS) {
      const next = this.#lanes.next();
      if (next === null) return;
      this.#claims += 1;
      this.#keep(this.#claim(next.order, next.places));
    }
  }

  async #claim(order: DueOrder, places: number): Promise<void> {
    let claim: Claim | null = null;
    try {
      const scope = scopeOf(this.#context, order.organizationId);
      claim = await scope.transaction((tx) => claimDeliveries(tx, order.orderId, places));
    } finally {
      this.#claims -= 1;
      this.#lanes.claimed(order, places, claim?.deliveries.length ?? 0);
    }
    if (claim !== null) {
      const sends = sendClaimed(this.#context, claim, {
        ...{ organizationId: order.organizationId, places, signal: this.#abort.signal },
      });
      const named = { ...order, name: claim.order.name };
      for (const send of sends) this.#keep(this.#send(named, send));
    }
    this.#fill();
  }

  async #send(order: NamedOrder, send: ClaimedSend): Promise<void> {
    let attempts: FinishedAttempt[] = [];
    try {
      attempts = await send.attempts;
      await this.#record(order, attempts);
    } finally {
      const isAnswered = attempts.some(({ reading }) => reading !== null);
      this.#lanes.sent(order, send.count, isAnswered);
      this.#fill();
    }
  }

  /** Attempts that finish while others are recorded are recorded together. */
  async #record(order: NamedOrder, attempts: readonly FinishedAttempt[]): Promise<void> {
    const waiting = this.#finished.get(order.orderId);
    if (waiting !== undefined) {
      waiting.push(...attempts);
      return;
    }
    const own = [...attempts];
    this.#finished.set(order.orderId, own);
    try {
      while (own.length > 0) await this.#recordBatch(order, own.splice(0));
    } finally {
      this.#finished.delete(order.orderId);
    }
  }

  async #recordBatch(
    { organizationId, orderId, name }: NamedOrder,
    attempts: readonly FinishedAttempt[],
  ): Promise<void> {
    const scope = scopeOf(this.#context, organizationId);
    for (let tried = 1; ; tried++) {
      try {
        await scope.transaction((tx) => recordAttempts(tx, { id: orderId, name }, attempts));
        return;
      } catch (error) {
        if (tried < RECORD_TRIES) await wait(LOOK_EVERY_MS);
        // Leases end, and deliveries are sent again with the same ids.
        else if (attempts.length === 1) throw error;
        else break;
      }
    }
    // One may stand in the way of the others.
    for (const attempt of attempts) {
      await scope
        .transaction((tx) => recordAttempts(tx, { id: orderId, name }, [attempt]))
        .catch((error: unknown) => this.#context.log.warn({ err: error }, 'an attempt was not recorded'));
    }
  }
}
