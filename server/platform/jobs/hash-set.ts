const EMPTY = 0;
const FIRST_SLOTS = 1_024;
/** FNV-1a, 32 bits. */
const [OFFSET, PRIME] = [0x811c9dc5 | 0, 0x01000193];

/**
 * Texts of which it only matters whether another set has one of them too. Of each 32 bits are kept: two texts may leave the
 * same mark, one in some four thousand million pairs, and are then taken for one; never the other way. Holds on to no text.
 */
export class TextMarks {
  /** An open hash table, at most half full. */
  private slots = new Int32Array(FIRST_SLOTS);
  private used = 0;

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    this.put(markOf(text));
    if (this.used * 2 > this.slots.length) this.grow();
  }

  /** False when the other holds one of these texts; false, rarely, though it does not. */
  isDisjointFrom(other: TextMarks): boolean {
    return !this.slots.some((mark) => mark !== EMPTY && other.has(mark));
  }

  private has(mark: number): boolean {
    return this.slots[this.slotOf(mark)] === mark;
  }

  private put(mark: number): void {
    const slot = this.slotOf(mark);
    if (this.slots[slot] === mark) return;
    this.slots[slot] = mark;
    this.used++;
  }

  /** Where the mark stands, or the empty slot it belongs into. */
  private slotOf(mark: number): number {
    const { slots } = this;
    const last = slots.length - 1;
    let slot = (mark ^ (mark >>> 15)) & last;
    while (slots[slot] !== EMPTY && slots[slot] !== mark) slot = (slot + 1) & last;
    return slot;
  }

  private grow(): void {
    const { slots } = this;
    this.slots = new Int32Array(slots.length * 4);
    this.used = 0;
    for (const mark of slots) if (mark !== EMPTY) this.put(mark);
  }
}

function markOf(text: string): number {
  let mark = OFFSET;
  for (let at = 0; at < text.length; at++) mark = Math.imul(mark ^ text.charCodeAt(at), PRIME);
  return mark === EMPTY ? 1 : mark;
}
