import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEVICE_SECONDS, knownDevice, rememberDevice } from './known-device.ts';

const KEY = randomBytes(32);
const [ADA, BOB] = [randomUUID(), randomUUID()];

test('a browser is known for the users who have signed in with it, and for nobody else', () => {
  const first = rememberDevice(KEY, undefined, ADA);
  expect(knownDevice(KEY, first, ADA)).toMatch(/^[\w-]{16}$/);
  expect(knownDevice(KEY, first, BOB)).toBeNull();
  const both = rememberDevice(KEY, first, BOB);
  expect(knownDevice(KEY, both, ADA)).toBe(knownDevice(KEY, first, ADA));
  expect(knownDevice(KEY, both, BOB)).not.toBeNull();
});

test('a further sign-in gives the browser another id, and one entry a user', () => {
  const first = rememberDevice(KEY, undefined, ADA);
  const second = rememberDevice(KEY, first, ADA);
  expect(second.length).toBe(first.length);
  expect(knownDevice(KEY, second, ADA)).not.toBe(knownDevice(KEY, first, ADA));
});

test('it is forgotten after a year, with another key, and once a character differs', () => {
  const cookie = rememberDevice(KEY, undefined, ADA);
  expect(knownDevice(KEY, cookie, ADA, Date.now() + (DEVICE_SECONDS - 60) * 1000)).not.toBeNull();
  expect(knownDevice(KEY, cookie, ADA, Date.now() + (DEVICE_SECONDS + 60) * 1000)).toBeNull();
  expect(knownDevice(randomBytes(32), cookie, ADA)).toBeNull();
  for (let at = 0; at < cookie.length; at++) {
    const other = cookie[at] === 'A' ? 'B' : 'A';
    expect(knownDevice(KEY, cookie.slice(0, at) + other + cookie.slice(at + 1), ADA)).toBeNull();
  }
});

test.each([
  undefined,
  '',
  '~~~',
  'x',
  '1.2.3',
  `${'a'.repeat(10_000)}`,
  `0.${'é'.repeat(16)}.${'é'.repeat(43)}`,
])('a cookie %j says nothing', (cookie) => {
  expect(knownDevice(KEY, cookie, ADA)).toBeNull();
  expect(knownDevice(KEY, rememberDevice(KEY, cookie, ADA), ADA)).not.toBeNull();
});

test('the cookie names no user and stays small however many sign in', () => {
  let cookie: string | undefined;
  const users = Array.from({ length: 20 }, () => randomUUID());
  for (const user of users) cookie = rememberDevice(KEY, cookie, user);
  expect(cookie?.length).toBeLessThan(600);
  for (const user of users) expect(cookie).not.toContain(user);
  expect(users.map((user) => knownDevice(KEY, cookie, user) !== null)).toEqual(users.map((_, n) => n >= 12));
});
