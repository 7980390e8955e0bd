import { expect, it } from 'vitest';
import { reasonText } from './reason-text.ts';

it('says a reason in words with its bits', () => {
  expect(reasonText({ field: 'phone', comparison: 'same', bits: 11.24 }, true)).toBe('Same phone (+11.2)');
  expect(reasonText({ field: 'name', comparison: 'sameFirst', bits: 3 }, false)).toBe(
    'same first name, different last name (+3.0)',
  );
  expect(reasonText({ field: 'place', comparison: 'different', bits: -1.4 }, false)).toBe(
    'different city (\u22121.4)',
  );
  expect(reasonText({ field: 'custom:Birth Date', comparison: 'oneDigit', bits: 5 }, true)).toBe(
    'Almost the same Birth Date (+5.0)',
  );
});
