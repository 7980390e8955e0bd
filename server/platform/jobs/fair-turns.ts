/** Null for the server's own work. */
type Owner = string | null;

interface Waiting {
  owner: Owner;
  places: number;
  begin(): void;
}

/** Prefers the organization holding the fewest places, then the one waiting longest. */
export class FairTurns {
  readonly #places: number;
  readonly #perOrganization: number;
  #waiting: Waiting[] = [];
  readonly #held = new Map<Owner, number>();
  /** Per organization that holds or awaits a place. */
  readonly #lastTurn = new Map<Owner, number>();
  #turns = 0;

  /** `perOrganization`: maximum places. */
  constructor(places: number, perOrganization = places) {
    this.#places = places;
    this.#perOrganization = perOrganization;
  }

  /** @throws the reason of `signal` if it aborts before */
  async run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal, places = 1): Promise<T> {
    await this.#turn(owner, places, signal);
    try {
      return await work();
    } finally {
      this.#hold(owner, -places);
      this.#next();
      this.#forget(owner);
    }
  }

  async #turn(owner: Owner, places: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one: Waiting = { owner, places, begin: resolve };
    const leave = (): void => {
      this.#waiting = this.#waiting.filter((other) => other !== one);
      this.#forget(owner);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.push(one);
    this.#next();
    await promise;
    signal?.removeEventListener('abort', leave);
  }

  #next(): void {
    for (let next = this.#choose(); next !== undefined; next = this.#choose()) {
      const { owner, places, begin } = next;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#hold(owner, places);
      this.#turns += 1;
      this.#lastTurn.set(owner, this.#turns);
      begin();
    }
  }

  #choose(): Waiting | undefined {
    const taken = [...this.#held.values()].reduce((sum, places) => sum + places, 0);
    if (taken >= this.#places) return undefined;
    const ready = this.#waiting.filter(({ owner }) => this.#heldBy(owner) < this.#perOrganization);
    // Stable, so arrivals keep their order.
    const [first] = ready.sort(
      (one, other) =>
        this.#heldBy(one.owner) - this.#heldBy(other.owner) ||
        (this.#lastTurn.get(one.owner) ?? 0) - (this.#lastTurn.get(other.owner) ?? 0),
    );
    // Work needing several places would otherwise starve.
    return first !== undefined && taken + first.places <= this.#places ? first : undefined;
  }

  #heldBy(owner: Owner): number {
    return this.#held.get(owner) ?? 0;
  }

  #hold(owner: Owner, change: number): void {
    const places = this.#heldBy(owner) + change;
    if (places === 0) this.#held.delete(owner);
    else this.#held.set(owner, places);
  }

  #forget(owner: Owner): void {
    if (this.#held.has(owner) || this.#waiting.some((one) => one.owner === owner)) return;
    this.#lastTurn.delete(owner);
  }
}
