import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupsOf, readGroups } from './readable-secret.ts';

test('fifteen bytes are four groups of six letters and digits', () => {
  expect(groupsOf(Buffer.alloc(15))).toBe('000000-000000-000000-000000');
  expect(groupsOf(Buffer.alloc(15, 0xff))).toBe('zzzzzz-zzzzzz-zzzzzz-zzzzzz');
  expect(groupsOf(randomBytes(15))).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/);
});

test('no two of them look the same', () => {
  const bytes = fc.uint8Array({ minLength: 15, maxLength: 15 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      expect(groupsOf(a) === groupsOf(b)).toBe(Buffer.from(a).equals(b));
    }),
  );
});

test.each([
  ['h4kq2m-000000-111111-zzzzzz', 'h4kq2m-000000-111111-zzzzzz'],
  ['H4KQ2M 000000 111111 ZZZZZZ', 'h4kq2m-000000-111111-zzzzzz'],
  [' h4kq2moooOO0IilL11zzzzzz ', 'h4kq2m-000000-111111-zzzzzz'],
  ['123 456', '123456'],
  ['', ''],
])('%s is read as %s', (typed, written) => {
  expect(readGroups(typed)).toBe(written);
});
