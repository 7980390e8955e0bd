import { setImmediate as breathe } from 'node:timers/promises';

/** Ends each text. */
export const TEXT_END = '\u001e';
/** Longest string that is looked for (bytes). */
const LONGEST = 64;
/** Longest texts that are looked through, all together (bytes): they take 14 times as much memory. */
const MOST_BYTES = 4 << 20;
/** Different neighbours of one length that are told apart; of texts with more only shorter strings are found. */
const MOST_NEIGHBOURS = 1 << 19;
const END = TEXT_END.charCodeAt(0);
const NEW_LINE = 0x0a;
/** Digits of a number between strings: letters that no lower-cased text has. */
const DIGITS = 'ABCDEFGHIJKLMNOP';

/** Where strings of one length are that enough texts hold, in the order of the texts. */
interface Level {
  /** How many places there are; the lists may be longer. */
  places: number;
  at: Int32Array;
  string: Int32Array;
  /** Texts that hold each string. */
  counts: Int32Array;
  /** The first place of each string. */
  first: Int32Array;
}

interface Frequent {
  text: string;
  texts: number;
}

/** Lists with a number for each byte, used again: of each segment they would be megabytes of garbage. */
interface Lists {
  textAt: Uint16Array;
  at: Int32Array;
  string: Int32Array;
  pairs: Int32Array;
}
let unused: Lists | null = null;

/**
 * The strings within lines that at least `least` of the texts hold, with how many do, as one line: four letters for the number
 * (`DIGITS`), then the string, the most frequent first. Of strings that the same texts hold only the longest is
 * among them, so the first that holds a term, if any, tells exactly how many texts do.
 * @param texts in UTF-8 without capital ASCII letters, each with `TEXT_END` behind it, fewer than 65,536
 */
export async function frequentStrings(texts: Uint8Array, least: number): Promise<string> {
  if (texts.length > MOST_BYTES) return '';
  const lists = listsFor(texts.length);
  const found = await frequentIn(texts, least, lists);
  unused = lists;
  found.sort((a, b) => b.texts - a.texts);
  return found.map(({ text, texts: count }) => inLetters(count) + text).join('');
}

function listsFor(bytes: number): Lists {
  const lists = unused;
  unused = null;
  if (lists !== null && lists.at.length >= bytes) return lists;
  return {
    textAt: new Uint16Array(bytes),
    at: new Int32Array(bytes),
    string: new Int32Array(bytes),
    pairs: new Int32Array(bytes),
  };
}

async function frequentIn(texts: Uint8Array, least: number, lists: Lists): Promise<Frequent[]> {
  const { textAt, pairs } = lists;
  numberTexts(texts, textAt);
  const found: Frequent[] = [];
  let level = singleBytes(texts, least, lists);
  for (let length = 1; level.places > 0; length++) {
    await breathe();
    const neighbours = length < LONGEST ? neighboursIn(level, textAt, pairs) : null;
    const isPart = partsOf(level, neighbours);
    for (const [string, first] of level.first.entries()) {
      const text = isPart[string] === 1 ? '' : wholeCharacters(texts, first, first + length);
      if (text !== '') found.push({ text, texts: level.counts[string] as number });
    }
    if (neighbours === null) break;
    level = longer(level, neighbours, pairs, least);
  }
  return found;
}

/** Puts into `textAt` which text each byte is of. */
function numberTexts(texts: Uint8Array, textAt: Uint16Array): void {
  let text = 0;
  for (let at = 0; at < texts.length; at++) {
    textAt[at] = text;
    if (texts[at] === END) text++;
  }
}

function singleBytes(
  texts: Uint8Array,
  least: number,
  { textAt, at: places, string: strings }: Lists,
): Level {
  const counts = new Int32Array(256);
  const last = new Int32Array(256).fill(-1);
  for (let at = 0; at < texts.length; at++) {
    const byte = texts[at] as number;
    if (last[byte] !== textAt[at]) {
      last[byte] = textAt[at] as number;
      counts[byte] = (counts[byte] as number) + 1;
    }
  }
  counts[END] = 0;
  counts[NEW_LINE] = 0;
  const { ids, kept } = keptOf(counts, 256, least);
  const first = new Int32Array(kept.length).fill(-1);
  let size = 0;
  for (let at = 0; at < texts.length; at++) {
    const string = ids[texts[at] as number] as number;
    if (string === -1) continue;
    if (first[string] === -1) first[string] = at;
    places[size] = at;
    strings[size++] = string;
  }
  return { at: places, string: strings, places: size, counts: kept, first };
}

/** New numbers for those that are frequent, -1 for others, and their counts. */
function keptOf(counts: Int32Array, size: number, least: number): { ids: Int32Array; kept: Int32Array } {
  const ids = new Int32Array(size).fill(-1);
  const kept: number[] = [];
  for (let id = 0; id < size; id++) {
    const count = counts[id] as number;
    if (count < least) continue;
    ids[id] = kept.length;
    kept.push(count);
  }
  return { ids, kept: Int32Array.from(kept) };
}

/** Puts into `pairs` which neighbours begin at each place, -1 for none; null where there are too many. */
function neighboursIn(level: Level, textAt: Uint16Array, pairs: Int32Array): Neighbours | null {
  const { places, at, string } = level;
  const neighbours = new Neighbours();
  for (let place = 0; place < places; place++) {
    const start = at[place] as number;
    if (place + 1 === places || at[place + 1] !== start + 1) {
      pairs[place] = -1;
      continue;
    }
    const pair = neighbours.count(
      string[place] as number,
      string[place + 1] as number,
      textAt[start] as number,
    );
    if (pair === -1) return null;
    pairs[place] = pair;
  }
  return neighbours;
}

/** Which strings of a level are only part of a longer one: all texts that hold it hold that. */
function partsOf({ counts }: Level, neighbours: Neighbours | null): Uint8Array {
  const isPart = new Uint8Array(counts.length);
  if (neighbours === null) return isPart;
  for (let pair = 0; pair < neighbours.size; pair++) {
    const count = neighbours.counts[pair] as number;
    for (const side of [neighbours.left[pair] as number, neighbours.right[pair] as number]) {
      if (counts[side] === count) isPart[side] = 1;
    }
  }
  return isPart;
}

/** The strings longer by one byte that are frequent; in the place of the level, whose lists are used again. */
function longer(level: Level, neighbours: Neighbours, pairs: Int32Array, least: number): Level {
  const { at, string } = level;
  const { ids, kept } = keptOf(neighbours.counts, neighbours.size, least);
  const first = new Int32Array(kept.length).fill(-1);
  let places = 0;
  for (let place = 0; place < level.places; place++) {
    const pair = pairs[place] as number;
    const id = pair === -1 ? -1 : (ids[pair] as number);
    if (id === -1) continue;
    const start = at[place] as number;
    if (first[id] === -1) first[id] = start;
    at[places] = start;
    string[places++] = id;
  }
  return { at, string, places, counts: kept, first };
}

/** Pairs of strings, each one byte behind the other, numbered as they come, and how many texts hold each. */
class Neighbours {
  size = 0;
  left = new Int32Array(4_096);
  right = new Int32Array(4_096);
  counts = new Int32Array(4_096);
  private last = new Int32Array(4_096);
  /** The number of the pair, more by one, at twice as many places; 0: none. */
  private slots = new Int32Array(8_192);

  /** Counts a pair in a text, once; answers its number, or -1 when there are too many. */
  count(left: number, right: number, text: number): number {
    const mask = this.slots.length - 1;
    let slot = slotOf(left, right) & mask;
    for (;;) {
      const pair = (this.slots[slot] as number) - 1;
      if (pair === -1) return this.add(slot, left, right, text);
      if (this.left[pair] === left && this.right[pair] === right) {
        if (this.last[pair] !== text) {
          this.last[pair] = text;
          this.counts[pair] = (this.counts[pair] as number) + 1;
        }
        return pair;
      }
      slot = (slot + 1) & mask;
    }
  }

  private add(slot: number, left: number, right: number, text: number): number {
    const pair = this.size++;
    if (pair === MOST_NEIGHBOURS) return -1;
    this.slots[slot] = pair + 1;
    this.left[pair] = left;
    this.right[pair] = right;
    this.counts[pair] = 1;
    this.last[pair] = text;
    if (this.size === this.left.length) this.grow();
    return pair;
  }

  private grow(): void {
    const twice = (list: Int32Array): Int32Array<ArrayBuffer> => {
      const longerList = new Int32Array(2 * list.length);
      longerList.set(list);
      return longerList;
    };
    this.left = twice(this.left);
    this.right = twice(this.right);
    this.counts = twice(this.counts);
    this.last = twice(this.last);
    this.slots = new Int32Array(2 * this.slots.length);
    const mask = this.slots.length - 1;
    for (let pair = 0; pair < this.size; pair++) {
      let slot = slotOf(this.left[pair] as number, this.right[pair] as number) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = pair + 1;
    }
  }
}

/** Fibonacci hashing of both numbers. */
function slotOf(left: number, right: number): number {
  const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}

/** The characters that are wholly between two places. */
function wholeCharacters(texts: Uint8Array, start: number, end: number): string {
  let from = start;
  while (from < end && isInside(texts[from] as number)) from++;
  let to = end;
  // The byte behind: inside a character, so that this one is not whole.
  while (to > from && isInside(texts[to] as number)) to--;
  return Buffer.from(texts.buffer, texts.byteOffset + from, to - from).toString('utf8');
}

/** Whether a byte of UTF-8 goes on with a character. */
function isInside(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function inLetters(count: number): string {
  return Array.from(count.toString(16).padStart(4, '0'), (digit) => DIGITS[Number.parseInt(digit, 16)]).join(
    '',
  );
}

/** How many texts hold a term, as what `frequentStrings` made tells; 0 where it does not. */
export function numberTold(strings: Buffer, term: string): number {
  let at = strings.indexOf(term);
  if (at === -1) return 0;
  const digitAt = (place: number): number => DIGITS.indexOf(String.fromCharCode(strings[place] as number));
  while (digitAt(at) === -1) at--;
  return [3, 2, 1, 0].reduce((number, back) => number * 16 + digitAt(at - back), 0);
}
