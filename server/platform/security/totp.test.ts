import { expect, test } from 'vitest';
import { describeSecret, stepOfCode } from './second-factor.ts';

// Secret of the examples in RFC 6238, appendix B. Six-digit codes are the last six of its eight digits.
const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1111111111, '050471', 37037037],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
  [20000000000, '353130', 666666666],
])('the example of RFC 6238 at %i s: %s', (seconds, code, step) => {
  expect(stepOfCode(SECRET, code, seconds * 1000)).toBe(step);
  expect(stepOfCode(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, seconds * 1000)).toBe(step);
});

test('a code is taken in the step before and after its own, and in no other', () => {
  // The step of 1111111109 s goes from 1111111080 to 1111111109.
  const at = (seconds: number) => stepOfCode(SECRET, '081804', seconds * 1000);
  expect([at(1111111049), at(1111111050), at(1111111080)]).toEqual([null, 37037036, 37037036]);
  expect([at(1111111110), at(1111111139), at(1111111140)]).toEqual([37037036, 37037036, null]);
});

test.each(['', '28708', '2870820', '28708a', 'abcdef', '２８７０８２', '-87082', '2.8708'])(
  '%s is no code',
  (code) => {
    expect(stepOfCode(SECRET, code, 59_000)).toBeNull();
  },
);

test('an app is told issuer, account and secret', () => {
  expect(describeSecret(SECRET, 'ada & co')).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    otpauthUrl:
      'otpauth://totp/Lead%20Manager:ada%20%26%20co?issuer=Lead%20Manager&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  });
});
