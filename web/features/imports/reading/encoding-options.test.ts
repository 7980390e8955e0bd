import { expect, it } from 'vitest';
import { ENCODINGS } from '#packages/tabular/tabular.ts';
import { ENCODING_OPTIONS, encodingName } from './encoding-options.ts';

it('offers every encoding that the server reads, once', () => {
  expect(ENCODING_OPTIONS.map(({ value }) => value).sort()).toEqual([...ENCODINGS].sort());
  expect(new Set(ENCODING_OPTIONS.map(({ label }) => label)).size).toBe(ENCODINGS.length);
});

it.each([
  ['utf-8', 'UTF-8'],
  ['utf-16be', 'UTF-16'],
  ['windows-1251', 'Windows-1251'],
  ['gb18030', 'GB18030'],
  ['shift_jis', 'Shift JIS'],
  ['macintosh', 'English, German, French (Mac)'],
])('calls %s %s for short', (encoding, name) => {
  expect(encodingName(encoding)).toBe(name);
});
