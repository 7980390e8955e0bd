const EMPTY = 0;
const FIRST_SLOTS = 1_024;
/** Parameters of FNV-1a, 32 bits. */
const [OFFSET, PRIME] = [0x811c9dc5 | 0, 0x01000193];

/**
 * Set of texts that only answers whether two sets share a text. It keeps a 32-bit hash of each text and no
 * text: about one pair in four thousand million collides and counts as shared; a shared text is never missed.
 */
export class HashSet {
  /** Open-addressing hash table, at most half full. */
  private slots = new Int32Array(FIRST_SLOTS);
  private used = 0;

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text);
  }

  /** Adds a text. */
  add(text: string): void {
    this.put(hashOfText(text));
    if (this.used * 2 > this.slots.length) this.grow();
  }

  /**
   * Returns whether no text is in both sets. Returns false for sets that share a text and, rarely, because of
   * a hash collision.
   */
  isDisjointFrom(other: HashSet): boolean {
    return !this.slots.some((hash) => hash !== EMPTY && other.has(hash));
  }

  private has(hash: number): boolean {
    return this.slots[this.slotOf(hash)] === hash;
  }

  private put(hash: number): void {
    const slot = this.slotOf(hash);
    if (this.slots[slot] === hash) return;
    this.slots[slot] = hash;
    this.used++;
  }

  /** Returns the slot of the hash, or the empty slot where it belongs. */
  private slotOf(hash: number): number {
    const { slots } = this;
    const last = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    while (slots[slot] !== EMPTY && slots[slot] !== hash) slot = (slot + 1) & last;
    return slot;
  }

  private grow(): void {
    const { slots } = this;
    this.slots = new Int32Array(slots.length * 4);
    this.used = 0;
    for (const hash of slots) if (hash !== EMPTY) this.put(hash);
  }
}

function hashOfText(text: string): number {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash === EMPTY ? 1 : hash;
}
