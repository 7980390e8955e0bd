import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { encodePosting, hashedTrigrams, trigramSet } from '../../bitmaps.ts';

/** Ends each text. */
export const TEXT_END = '\u001e';
/** Longest substring that is indexed, in UTF-16 code units. */
const MAX_SUBSTRING_UNITS = 64;
/** In code units; indexing takes some 30 bytes for each. */
const MAX_TEXT_UNITS = 4 << 20;
/** In bytes; six letters can address 16 MiB. */
const MAX_POSTINGS_BYTES = 1 << 21;
/** For one length; with more, only shorter ones are indexed. */
const MAX_SUBSTRINGS = 1 << 19;
/** Hexadecimal digits between substrings: letters that no lower-cased text has. */
const DIGITS = 'ABCDEFGHIJKLMNOP';

/** The strings of one length whose parts are frequent. */
interface Level {
  /** The string that starts at each code unit, -1 for none. */
  stringAt: Int32Array;
  /** Number of texts that contain each string. */
  counts: number[];
  /** The first place of each string. */
  first: number[];
}

interface FrequentSubstring {
  text: string;
  /** Number of texts that contain it. */
  count: number;
  posting: Uint8Array;
}

export interface SubstringIndex {
  /** Most frequent first: six letters for the offset of the posting list, then the text. */
  dictionary: Uint8Array<ArrayBuffer>;
  /** Posting lists in the order of the dictionary (`encodePosting`). */
  postings: Uint8Array<ArrayBuffer>;
  /** Tells that no text contains a term. */
  trigrams: Uint8Array<ArrayBuffer>;
}

/** Runs `indexSubstrings` in a thread. */
export default function indexInThread(
  _environment: ThreadEnvironment,
  { texts, least }: { texts: string; least: number },
): Promise<SubstringIndex> {
  return indexSubstrings(texts, least);
}

/**
 * Finds the substrings within lines that at least `least` texts contain. Of those in the same texts the longest is kept, so the first
 * entry that contains a term has exactly the texts that contain it.
 * @param texts without capital ASCII letters, each followed by `TEXT_END`
 */
export async function indexSubstrings(texts: string, least: number): Promise<SubstringIndex> {
  const found = texts.length > MAX_TEXT_UNITS ? [] : await frequentIn(texts, least);
  const entries: string[] = [];
  const postings: Uint8Array[] = [];
  let offset = 0;
  for (const { text, posting } of found.sort((a, b) => b.count - a.count)) {
    // The rarest are left out where posting lists get too long.
    if (offset + posting.length > MAX_POSTINGS_BYTES) break;
    entries.push(inLetters(offset), text);
    postings.push(posting);
    offset += posting.length;
  }
  if (entries.length > 0) entries.push(inLetters(offset));
  return {
    dictionary: new TextEncoder().encode(entries.join('')),
    postings: Uint8Array.from(Buffer.concat(postings)),
    trigrams: trigramSet(hashedTrigrams(texts)),
  };
}

async function frequentIn(texts: string, least: number): Promise<FrequentSubstring[]> {
  /** The text of each code unit. */
  const textAt = new Uint32Array(texts.length);
  let textCount = 0;
  for (let at = 0; at < texts.length; at++) {
    textAt[at] = textCount;
    if (texts[at] === TEXT_END) textCount++;
  }
  const found: FrequentSubstring[] = [];
  let level = levelOf(textAt, (place) => {
    const unit = texts[place] as string;
    return unit === TEXT_END || unit === '\n' ? -1 : unit.charCodeAt(0);
  });
  for (let length = 1; level?.counts.some((count) => count >= least); length++) {
    await yieldToEventLoop();
    const longer = length < MAX_SUBSTRING_UNITS ? longerThan(level, textAt, least) : null;
    const isPart = partsOf(level, longer);
    const { counts, first } = level;
    const isKept = (string: number): boolean => (counts[string] as number) >= least && isPart[string] === 0;
    for (const [string, positions] of positionsOf(level, textAt, isKept)) {
      const at = first[string] as number;
      const text = texts.slice(at, at + length);
      // A half of a surrogate pair is no character.
      if (!text.isWellFormed()) continue;
      found.push({ text, count: positions.length, posting: encodePosting(positions, textCount) });
    }
    level = longer;
  }
  return found;
}

/** Numbers the strings that start at each place, the same for the same key. Null for too many. */
function levelOf(textAt: Uint32Array, keyAt: (place: number) => number): Level | null {
  const numbers = new Map<number, number>();
  const stringAt = new Int32Array(textAt.length).fill(-1);
  const counts: number[] = [];
  const first: number[] = [];
  /** The last text that each string was found in. */
  const last: number[] = [];
  for (let place = 0; place < textAt.length; place++) {
    const key = keyAt(place);
    if (key === -1) continue;
    let string = numbers.get(key);
    if (string === undefined) {
      if (numbers.size === MAX_SUBSTRINGS) return null;
      string = numbers.size;
      numbers.set(key, string);
      counts.push(0);
      first.push(place);
      last.push(-1);
    }
    stringAt[place] = string;
    if (last[string] === textAt[place]) continue;
    last[string] = textAt[place] as number;
    counts[string] = (counts[string] as number) + 1;
  }
  return { stringAt, counts, first };
}

/** Pairs of frequent strings that start one unit apart. */
function longerThan({ stringAt, counts }: Level, textAt: Uint32Array, least: number): Level | null {
  return levelOf(textAt, (place) => {
    const left = stringAt[place] as number;
    const right = stringAt[place + 1] ?? -1;
    if (left === -1 || right === -1) return -1;
    const isFrequent = (counts[left] as number) >= least && (counts[right] as number) >= least;
    return isFrequent ? left * counts.length + right : -1;
  });
}

/** Marks strings that are part of a longer one in all their texts. */
function partsOf({ stringAt, counts }: Level, longer: Level | null): Uint8Array {
  const isPart = new Uint8Array(counts.length);
  for (const [string, place] of longer?.first.entries() ?? []) {
    for (const part of [stringAt[place] as number, stringAt[place + 1] as number]) {
      if (counts[part] === longer?.counts[string]) isPart[part] = 1;
    }
  }
  return isPart;
}

/** The texts, ascending, that contain each kept string. */
function positionsOf(
  { stringAt }: Level,
  textAt: Uint32Array,
  isKept: (string: number) => boolean,
): Map<number, number[]> {
  const positions = new Map<number, number[]>();
  for (let place = 0; place < stringAt.length; place++) {
    const string = stringAt[place] as number;
    if (string === -1 || !isKept(string)) continue;
    const text = textAt[place] as number;
    const list = positions.get(string);
    if (list === undefined) positions.set(string, [text]);
    else if (list.at(-1) !== text) list.push(text);
  }
  return positions;
}

function inLetters(offset: number): string {
  const digits = offset.toString(16).padStart(6, '0');
  return Array.from(digits, (digit) => DIGITS[Number.parseInt(digit, 16)]).join('');
}
