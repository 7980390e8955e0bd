const EMPTY = 0;
const FIRST_SLOTS = 1_024;
/** Parameters of FNV-1a, 32 bits. */
const [OFFSET, PRIME] = [0x811c9dc5 | 0, 0x01000193];

/**
 * Set of texts that only answers whether two sets share a text. It keeps a 32-bit hash of each text and no
 * text: about one pair in four thousand million collides and counts as shared; a shared text is never missed.
 */
export class TextMarks {
  /** Open-addressing hash table, at most half full. */
  private slots = new Int32Array(FIRST_SLOTS);
  private used = 0;

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text);
  }

  /** Adds a text. */
  add(text: string): void {
    this.put(markOf(text));
    if (this.used * 2 > this.slots.length) this.grow();
  }

  /**
   * Returns whether no text is in both sets. Returns false for sets that share a text and, rarely, because of
   * a hash collision.
   */
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

  /** Returns the slot of the hash, or the empty slot where it belongs. */
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
