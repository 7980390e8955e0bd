import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, isPlainText } from './fold-text.ts';

test.each([
  ['case', 'ADA', 'ada'],
  ['accents', 'José Núñez', 'JOSE NUNEZ'],
  ['decomposed letters', 'Jose\u0301', 'José'],
  ['the final sigma', 'Γιώργος', 'ΓΙΩΡΓΟΣ'],
  ['the dotted I', 'İstanbul', 'istanbul'],
  ['the dotless i', 'ısparta', 'ISPARTA'],
  ['sharp s', 'Straße', 'STRASSE'],
  ['the capital sharp s', 'STRAẞE', 'Strasse'],
  ['ligatures', 'ﬁancé', 'FIANCE'],
  ['Latin letters that do not decompose', 'Łódź Søren Œuvre', 'lodz soren oeuvre'],
  ['Vietnamese', 'Nguyễn Thị', 'nguyen thi'],
  ['Cyrillic', 'АЛЁНА', 'Алена'],
  ['Armenian', 'և', 'ԵՒ'],
  ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ['Arabic vowel signs', 'أَحْمَد', 'احمد'],
  ['fullwidth letters', 'ＡＤＡ', 'ada'],
  ['halfwidth katakana', 'ｶﾞ', 'ガ'],
  ['zero-width characters', 'Ada\u200b', 'ada'],
  ['kinds of blanks', 'Ada\u00a0King', 'ada king'],
])('%s make no difference: %s, %s', (_, one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

test.each([
  ['Japanese dakuten', 'が', 'か'],
  ['Hangul syllables', '각', '가'],
  ['vowel signs of Hindi', 'कि', 'कु'],
  ['vowel signs of Thai', 'กี', 'กิ'],
  ['letters', 'ð', 'd'],
])('%s make a difference', (_, one, other) => {
  expect(foldText(one)).not.toContain(foldText(other));
});

const CHARACTERS = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point)).filter(
  (text) => /[^\p{Unassigned}\p{Private_Use}\p{Surrogate}]/u.test(text),
);
/** A capital iota subscript is a letter of its own. */
const hasIotaSubscript = (text: string): boolean => text.normalize('NFD').includes('\u0345');

test('every character equals itself in other cases and normal forms, and folded once more', () => {
  const differing = CHARACTERS.filter((text) => {
    const forms = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => text.normalize(form));
    const cases = hasIotaSubscript(text) ? [] : [text.toUpperCase(), text.toLowerCase()];
    return [...forms, ...cases, foldText(text)].some((form) => foldText(form) !== foldText(text));
  });
  expect(differing).toEqual([]);
});

test('no folded text has capitals of ASCII, control characters or lone surrogates', () => {
  expect(CHARACTERS.filter((text) => /[A-Z\p{Cc}]/u.test(foldText(text)))).toEqual([]);
  expect(foldText('a\ud800b').isWellFormed()).toBe(true);
});

test('printable ASCII is lower-cased and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(isPlainText(text)).toBe(true);
      expect(foldText(text)).toBe(text.toLowerCase());
    }),
  );
});
