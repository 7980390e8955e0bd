import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { encodePosting, trigramSet } from './bits.ts';

/** Ends each text. */
export const TEXT_END = '\u001e';
/** Longest substring that is indexed, in bytes. */
const MAX_SUBSTRING_BYTES = 64;
/** Texts of a segment that are longer than this in all are not indexed, in bytes: indexing takes 14 times the memory. */
const MAX_TEXT_BYTES = 4 << 20;
/** Size of the posting lists of a segment, in bytes; six letters can address 16 MiB. */
const MAX_POSTINGS_BYTES = 1 << 21;
/** Distinct substrings of one length that are considered; in texts with more only shorter ones are indexed. */
const MAX_NEIGHBOURS = 1 << 19;
const END = TEXT_END.charCodeAt(0);
const NEW_LINE = 0x0a;
/** Hexadecimal digits between substrings: letters that no lower-cased text has. */
const DIGITS = 'ABCDEFGHIJKLMNOP';

/** The places of the frequent strings of one length, in text order. */
interface Level {
  /** Number of places; the arrays may be longer. */
  places: number;
  at: Int32Array;
  string: Int32Array;
  /** Number of texts that contain each string. */
  counts: Int32Array;
  /** The first place of each string. */
  first: Int32Array;
}

interface FrequentSubstring {
  text: string;
  /** Number of texts that contain it. */
  count: number;
  posting: Uint8Array;
}

/** The substring index of one segment. */
export interface SubstringIndex {
  /** For each substring, most frequent first: six letters for the offset of its posting list, then its text. */
  dictionary: Uint8Array<ArrayBuffer>;
  /** Posting lists in the order of the dictionary (`encodePosting`). */
  postings: Uint8Array<ArrayBuffer>;
  /** A hashed set of all trigrams, which tells that no text contains a term. */
  trigrams: Uint8Array<ArrayBuffer>;
}

/**
 * Finds the substrings within lines that at least `least` of the texts contain, and which texts these are. Of substrings
 * that the same texts contain only the longest is kept. Therefore the first entry of the dictionary that contains a
 * term, if any does, has exactly the texts that contain the term.
 * @param texts in UTF-8 without capital ASCII letters, each followed by `TEXT_END`, fewer than 65,536
 */
export async function indexSubstrings(texts: Uint8Array, least: number): Promise<SubstringIndex> {
  const trigrams = trigramSet(texts);
  if (texts.length > MAX_TEXT_BYTES) return { ...pack([]), trigrams };
  const found = await frequentIn(texts, least);
  return { ...pack(found.sort((a, b) => b.count - a.count)), trigrams };
}

/** Lays out the dictionary and the posting lists; the rarest substrings are left out where these get too long. */
function pack(found: readonly FrequentSubstring[]): Omit<SubstringIndex, 'trigrams'> {
  const entries: string[] = [];
  const postings: Uint8Array[] = [];
  let offset = 0;
  for (const { text, posting } of found) {
    if (offset + posting.length > MAX_POSTINGS_BYTES) break;
    entries.push(inLetters(offset), text);
    postings.push(posting);
    offset += posting.length;
  }
  if (entries.length > 0) entries.push(inLetters(offset));
  return {
    dictionary: new TextEncoder().encode(entries.join('')),
    postings: Uint8Array.from(Buffer.concat(postings)),
  };
}

async function frequentIn(texts: Uint8Array, least: number): Promise<FrequentSubstring[]> {
  const at = new Int32Array(texts.length);
  const string = new Int32Array(texts.length);
  const pairs = new Int32Array(texts.length);
  const textAt = new Uint16Array(texts.length);
  const textCount = numberTexts(texts, textAt);
  const found: FrequentSubstring[] = [];
  let level = singleBytes(texts, least, { textAt, at, string });
  for (let length = 1; level.places > 0; length++) {
    await yieldToEventLoop();
    const neighbours = length < MAX_SUBSTRING_BYTES ? neighboursIn(level, textAt, pairs) : null;
    const isPart = partsOf(level, neighbours);
    const textOf = Array.from(level.first, (first, string) =>
      isPart[string] === 1 ? '' : wholeCharacters(texts, first, first + length),
    );
    const postings = postingsOf(level, textAt, (string) => textOf[string] !== '');
    for (const [string, text] of textOf.entries()) {
      if (text === '') continue;
      const posting = encodePosting(postings(string), textCount);
      found.push({ text, count: level.counts[string] as number, posting });
    }
    if (neighbours === null) break;
    level = longer(level, neighbours, pairs, least);
  }
  return found;
}

/** Collects the texts that contain each of the wanted strings of a level, in ascending order. */
function postingsOf(
  { places, at, string: strings, counts }: Level,
  textAt: Uint16Array,
  isWanted: (string: number) => boolean,
): (string: number) => Uint16Array {
  const ends = new Int32Array(counts.length);
  let size = 0;
  for (let string = 0; string < counts.length; string++) {
    ends[string] = isWanted(string) ? size : -1;
    if (ends[string] !== -1) size += counts[string] as number;
  }
  const starts = Int32Array.from(ends);
  const texts = new Uint16Array(size);
  for (let place = 0; place < places; place++) {
    const string = strings[place] as number;
    const end = ends[string] as number;
    if (end === -1) continue;
    const text = textAt[at[place] as number] as number;
    if (end > (starts[string] as number) && texts[end - 1] === text) continue;
    texts[end] = text;
    ends[string] = end + 1;
  }
  return (string) => texts.subarray(starts[string], ends[string]);
}

/** Writes the number of each byte's text to `textAt`; returns how many texts there are. */
function numberTexts(texts: Uint8Array, textAt: Uint16Array): number {
  let text = 0;
  for (let at = 0; at < texts.length; at++) {
    textAt[at] = text;
    if (texts[at] === END) text++;
  }
  return text;
}

function singleBytes(
  texts: Uint8Array,
  least: number,
  { textAt, at: places, string: strings }: { textAt: Uint16Array; at: Int32Array; string: Int32Array },
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
  const { ids, kept } = keptOf(counts, least);
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

/** Returns new numbers for the frequent strings, -1 for the others, and the counts of the former. */
function keptOf(counts: ArrayLike<number>, least: number): { ids: Int32Array; kept: Int32Array } {
  const ids = new Int32Array(counts.length).fill(-1);
  const kept: number[] = [];
  for (let id = 0; id < counts.length; id++) {
    const count = counts[id] as number;
    if (count < least) continue;
    ids[id] = kept.length;
    kept.push(count);
  }
  return { ids, kept: Int32Array.from(kept) };
}

/** Writes the pair of neighbours that starts at each place to `pairs`, -1 for none; returns null for too many pairs. */
function neighboursIn(level: Level, textAt: Uint16Array, pairs: Int32Array): Neighbours | null {
  const { places, at, string } = level;
  const neighbours = new Neighbours(level.counts.length);
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

/** Marks the strings of a level that are part of a longer one in all texts that contain them. */
function partsOf({ counts }: Level, neighbours: Neighbours | null): Uint8Array {
  const isPart = new Uint8Array(counts.length);
  if (neighbours === null) return isPart;
  for (let pair = 0; pair < neighbours.counts.length; pair++) {
    const count = neighbours.counts[pair] as number;
    for (const side of [neighbours.left[pair] as number, neighbours.right[pair] as number]) {
      if (counts[side] === count) isPart[side] = 1;
    }
  }
  return isPart;
}

/** Returns the frequent strings that are one byte longer; reuses the arrays of the level. */
function longer(level: Level, neighbours: Neighbours, pairs: Int32Array, least: number): Level {
  const { at, string } = level;
  const { ids, kept } = keptOf(neighbours.counts, least);
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

/** Pairs of strings that start one byte apart, numbered as they come, with the number of texts that contain each. */
class Neighbours {
  readonly left: number[] = [];
  readonly right: number[] = [];
  readonly counts: number[] = [];
  private readonly last: number[] = [];
  private readonly numbers = new Map<number, number>();
  private readonly strings: number;

  constructor(strings: number) {
    this.strings = strings;
  }

  /** Counts a pair once for each text; returns its number, or -1 when there are too many pairs. */
  count(left: number, right: number, text: number): number {
    const key = left * this.strings + right;
    const pair = this.numbers.get(key);
    if (pair === undefined) return this.add(key, left, right, text);
    if (this.last[pair] !== text) {
      this.last[pair] = text;
      this.counts[pair] = (this.counts[pair] as number) + 1;
    }
    return pair;
  }

  private add(key: number, left: number, right: number, text: number): number {
    const pair = this.counts.length;
    if (pair === MAX_NEIGHBOURS) return -1;
    this.numbers.set(key, pair);
    this.left.push(left);
    this.right.push(right);
    this.counts.push(1);
    this.last.push(text);
    return pair;
  }
}

/** Returns the characters that lie wholly between two places. */
function wholeCharacters(texts: Uint8Array, start: number, end: number): string {
  let from = start;
  while (from < end && isContinuation(texts[from] as number)) from++;
  let to = end;
  // A continuation byte at `to` means that the last character is cut.
  while (to > from && isContinuation(texts[to] as number)) to--;
  return Buffer.from(texts.buffer, texts.byteOffset + from, to - from).toString('utf8');
}

/** Tells whether a byte is a continuation byte of UTF-8. */
function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function inLetters(offset: number): string {
  const digits = offset.toString(16).padStart(6, '0');
  return Array.from(digits, (digit) => DIGITS[Number.parseInt(digit, 16)]).join('');
}
