import type { DueOrder } from './due-reads.ts';

/** Deliveries that a server sends at a time. */
const PLACES = 256;
const PLACES_OF_ORGANIZATION = 128;
const LANES_FIRST = 8;
const LANES_MOST = 32;

interface Lane extends DueOrder {
  sending: number;
  /** Deliveries at a time: more with each answer, one after an attempt without. */
  most: number;
  isClaiming: boolean;
  isDue: boolean;
  lastTurn: number;
}

/** Chooses the orders whose deliveries a server sends next: a buyer that hangs keeps one place, and organizations share fairly. */
export class OrderLanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #ofOrganization = new Map<string, number>();
  #sending = 0;
  #turns = 0;

  addDue(order: DueOrder): void {
    this.#laneOf(order).isDue = true;
  }

  /** Returns the order whose turn it is, and how many of its deliveries may be claimed; null for none. */
  next(): { order: DueOrder; places: number } | null {
    const free = PLACES - this.#sending;
    let chosen: Lane | null = null;
    for (const lane of this.#lanes.values()) {
      if (this.#placesOf(lane, free) > 0 && (chosen === null || this.#isBefore(lane, chosen))) chosen = lane;
    }
    if (chosen === null) return null;
    const places = this.#placesOf(chosen, free);
    chosen.isClaiming = true;
    chosen.lastTurn = ++this.#turns;
    this.#hold(chosen, places);
    return { order: chosen, places };
  }

  /** Gives back the places for which there was no delivery. */
  claimed(order: DueOrder, places: number, claimed: number): void {
    const lane = this.#laneOf(order);
    lane.isClaiming = false;
    lane.isDue = claimed >= places;
    this.#hold(lane, Math.min(claimed, places) - places);
    this.#forget(lane);
  }

  sent(order: DueOrder, count: number, isAnswered: boolean): void {
    const lane = this.#laneOf(order);
    lane.most = isAnswered ? Math.min(lane.most + 1, LANES_MOST) : 1;
    this.#hold(lane, -count);
    this.#forget(lane);
  }

  #placesOf({ isDue, isClaiming, most, sending, organizationId }: Lane, free: number): number {
    if (!isDue || isClaiming) return 0;
    const ofOrganization = PLACES_OF_ORGANIZATION - (this.#ofOrganization.get(organizationId) ?? 0);
    const places = Math.min(most - sending, ofOrganization, free);
    // A claim for a few at a time costs as much as for many.
    return sending > 0 && places < most / 4 ? 0 : places;
  }

  #isBefore(one: Lane, other: Lane): boolean {
    const heldBy = ({ organizationId }: Lane) => this.#ofOrganization.get(organizationId) ?? 0;
    const difference = heldBy(one) - heldBy(other) || one.sending - other.sending;
    return difference === 0 ? one.lastTurn < other.lastTurn : difference < 0;
  }

  #laneOf({ organizationId, orderId }: DueOrder): Lane {
    const known = this.#lanes.get(orderId);
    if (known !== undefined) return known;
    const lane = {
      ...{ organizationId, orderId, sending: 0, most: LANES_FIRST },
      ...{ isClaiming: false, isDue: false, lastTurn: 0 },
    };
    this.#lanes.set(orderId, lane);
    return lane;
  }

  #hold(lane: Lane, places: number): void {
    lane.sending += places;
    this.#sending += places;
    const held = (this.#ofOrganization.get(lane.organizationId) ?? 0) + places;
    if (held === 0) this.#ofOrganization.delete(lane.organizationId);
    else this.#ofOrganization.set(lane.organizationId, held);
  }

  #forget(lane: Lane): void {
    if (lane.sending === 0 && !lane.isDue && !lane.isClaiming && lane.most === LANES_FIRST) {
      this.#lanes.delete(lane.orderId);
    }
  }
}
