import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readScientific, scientificText } from './scientific-number.ts';

test.each([
  ['4.47700900123E+11', '447700900123'],
  ['4,47700900123e11', '447700900123'],
  ['+4.47700900123E+11', '447700900123'],
  ['447.700900123E+09', '447700900123'],
  ['4.111111111111111E15', '4111111111111111'],
])('%s has all its digits', (text, digits) => {
  expect(readScientific(text)).toEqual({ kind: 'exact', digits });
});

test.each([
  ['4.11111111111111E+15', '4111111111111110'],
  ['1.2345678901234567E+19', '12345678901234567000'],
  ['4.111111111111111E16', '41111111111111110'],
  ['9.9999999999999999E+16', '99999999999999999'],
])('%s has as many digits as a spreadsheet keeps', (text, digits) => {
  expect(readScientific(text)).toEqual({ kind: 'cut', digits });
});

test.each(['4.47E+11', '4,47E+11', '4.47e11', '4E+11', '4.477009001234E+11'])('%s is rounded', (text) => {
  expect(readScientific(text)).toEqual({ kind: 'rounded' });
});

test.each(['', '447700900123', '4.47', 'E+11', '4.47E', '4.47E-11', '-4.47E+11', '0x1E5', '1E5x', '4 E+11'])(
  '%j is not in scientific notation',
  (text) => {
    expect(readScientific(text)).toBeNull();
  },
);

test('a text that a spreadsheet wrote is told from a code', () => {
  expect(scientificText('4.11111111111E+11')).toEqual({ kind: 'exact', digits: '411111111111' });
  for (const text of ['4.47E+11', '4,47e+11', '1E+05', '4.47E11', '1.23E+02']) {
    expect([text, scientificText(text)]).toEqual([text, { kind: 'rounded' }]);
  }
  for (const text of ['1E5', '12e3', '5E-05', '1.5E3', '12E+05', 'C-1', 'E+11', '9'.repeat(40), '']) {
    expect([text, scientificText(text)]).toEqual([text, null]);
  }
});

test('whatever digits a spreadsheet shows of a number, none is ever made up', () => {
  const typed = fc.integer({ min: 100_000_000_000, max: 999_999_999_999_999 });
  fc.assert(
    fc.property(typed, fc.integer({ min: 0, max: 14 }), fc.boolean(), (number, shown, comma) => {
      const [mantissa = '', power = ''] = number.toExponential(shown).split('e+');
      const text = `${comma ? mantissa.replace('.', ',') : mantissa}E+${power}`;
      const read = scientificText(text);
      if (read?.kind === 'exact') expect(read.digits).toBe(String(number));
      else expect([shown < Number(power) || shown > Number(power), read?.kind]).toEqual([true, 'rounded']);
    }),
  );
});
