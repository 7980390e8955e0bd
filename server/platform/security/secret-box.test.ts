import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptSecret, encryptSecret } from './secret-box.ts';

const key = randomBytes(32);
const secret = randomBytes(20);

test('what is sealed opens with the same key for the same owner', () => {
  expect(decryptSecret(key, 'ada', encryptSecret(key, 'ada', secret))).toEqual(secret);
});

test('the same secret is sealed differently each time, and does not show', () => {
  const [first, second] = [encryptSecret(key, 'ada', secret), encryptSecret(key, 'ada', secret)];
  expect(first.equals(second)).toBe(false);
  expect(first.includes(secret)).toBe(false);
});

test('another key, another owner or a changed byte opens nothing', () => {
  const sealed = encryptSecret(key, 'ada', secret);
  expect(() => decryptSecret(randomBytes(32), 'ada', sealed)).toThrow();
  expect(() => decryptSecret(key, 'eve', sealed)).toThrow();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decryptSecret(key, 'ada', changed)).toThrow();
  }
  expect(() => decryptSecret(key, 'ada', sealed.subarray(0, 20))).toThrow('damaged');
  expect(() => decryptSecret(key, 'ada', Buffer.alloc(0))).toThrow('damaged');
});
