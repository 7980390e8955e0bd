import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseList, repeatedIn } from './parse-list.ts';

it.each([
  ['', []],
  [' \n ,;; \r\n', []],
  ['+1 201 555 0123', ['+1 201 555 0123']],
  [
    ' a@mail.example ;b@mail.example,\r\nc@mail.example\n',
    ['a@mail.example', 'b@mail.example', 'c@mail.example'],
  ],
])('splits %j', (text, entries) => {
  expect(parseList(text)).toEqual(entries);
});

it('gives back what was joined by any of the three', () => {
  const entry = fc.stringMatching(/^[+0-9a-z@.() -]*[0-9a-z]$/).map((text) => text.trim());
  const between = fc.constantFrom('\n', ',', ';', '\r\n', ' ; ', ',\n');
  fc.assert(
    fc.property(fc.array(fc.tuple(entry, between)), (parts) => {
      expect(parseList(parts.flat().join(''))).toEqual(parts.map(([text]) => text));
    }),
  );
});

it('counts entries that repeat', () => {
  expect(repeatedIn(['a@mail.example', 'A@mail.example', 'b', 'b', 'b'])).toBe(3);
  expect(repeatedIn([])).toBe(0);
});
