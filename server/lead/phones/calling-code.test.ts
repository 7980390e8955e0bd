import { expect, test } from 'vitest';
import { isCallingCode, withCallingCode } from './calling-code.ts';

test.each([
  ['7400123456', '+44', '+447400123456'],
  ['15123456701', '49', '+4915123456701'],
  ['612345678', '0033', '+33612345678'],
  ['07400 123456', 'GB +44', '+447400123456'],
  ['07400 123456', '+44 (UK)', '+447400123456'],
  ['608-271-9014', '1', '+16082719014'],
  ['684 622 1234', '1-684', '+16846221234'],
  ['0171 2345678', '49.0', '+491712345678'],
  ['0171 2345678', 'Germany', '+491712345678'],
  ['612345678', '(+34)', '+34612345678'],
  ['8 912 345 67 89', '7', '+79123456789'],
])('%s beside %s is %s', (phone, code, number) => {
  expect(withCallingCode(phone, code)).toBe(number);
});

test('international numbers stay, and so does what the code makes no number', () => {
  expect(withCallingCode('+33612345678', '44')).toBe('+33612345678');
  expect(withCallingCode('12', '44')).toBe('12');
  expect(withCallingCode('0171 2345678', '999')).toBe('0171 2345678');
  expect(['44', '+44', '0044', '999', 'Age', '440'].map(isCallingCode)).toEqual([
    ...[true, true, true, false, false, false],
  ]);
});
