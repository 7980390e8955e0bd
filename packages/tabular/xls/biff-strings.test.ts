import { describe, expect, test } from 'vitest';
import { biffString } from '#tests/support/files/biff.ts';
import { packStrings, type StringFixture, splitStrings } from '#tests/support/files/biff-strings.ts';
import { BiffStrings, SharedStringRecords } from './biff-strings.ts';

const STRINGS: StringFixture[] = [
  { text: 'plain' },
  { text: '' },
  { text: 'Łódź 漢字 😀', isWide: true },
  { text: 'Zoë', runs: 2 },
  { text: 'かな', isWide: true, phonetic: 7 },
  { text: 'both', isWide: true, runs: 1, phonetic: 3 },
  { text: '', runs: 1 },
  { text: 'last' },
];
const TEXTS = STRINGS.map(({ text }) => text);

function read(parts: readonly Buffer[]): string[] {
  const texts: string[] = [];
  const strings = new BiffStrings((text) => texts.push(text));
  for (const part of parts) strings.read(part, 0, part.length);
  return texts;
}

describe('strings split over records', () => {
  const packed = packStrings(STRINGS);
  const places = Array.from({ length: packed.bytes.length + 1 }, (_, at) => at);

  test('at every byte', () => {
    for (const at of places) expect(read(splitStrings(packed, [at])), `split at ${at}`).toEqual(TEXTS);
  });

  test('at every two bytes, also with an empty record between', () => {
    for (const first of places) {
      for (const second of places.slice(first)) {
        const parts = splitStrings(packed, [first, second]);
        expect(read(parts), `split at ${first} and ${second}`).toEqual(TEXTS);
        expect(read([...parts.slice(0, 1), Buffer.alloc(0), ...parts.slice(1)])).toEqual(TEXTS);
      }
    }
  });

  test('into records of one byte each', () => {
    expect(read(splitStrings(packed, places.slice(1, -1)))).toEqual(TEXTS);
  });
});

test('the width of characters changes where the text goes on', () => {
  const narrow = biffString('abc?').subarray(0, 6);
  const flagged = Buffer.concat([Buffer.from([1]), Buffer.from('漢', 'utf16le')]);
  expect(read([narrow, flagged])).toEqual(['abc漢']);
  const wide = biffString('漢abc', { isWide: true }).subarray(0, 5);
  expect(read([wide, Buffer.from('\0abc', 'latin1')])).toEqual(['漢abc']);
});

test('a table ends with its last string; what follows is filling, what is cut off is damage', () => {
  const bytes = Buffer.concat([Buffer.alloc(8), biffString('one'), biffString('two')]);
  bytes.writeUInt32LE(2, 4);
  const filled = new SharedStringRecords();
  filled.begin(Buffer.concat([bytes, Buffer.from([9, 0])]), 0, bytes.length + 2);
  filled.finish();
  expect([filled.count, filled.strings.get(0), filled.strings.get(1)]).toEqual([2, 'one', 'two']);
  const cut = new SharedStringRecords();
  cut.begin(bytes, 0, bytes.length - 1);
  expect(() => cut.finish()).toThrow(expect.objectContaining({ code: 'broken' }));
});
