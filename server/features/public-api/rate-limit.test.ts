import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limit.ts';

test('a window begins with the first request and gives the limit back when it ends', () => {
  let now = 5_000;
  const limiter = new RateLimiter(2, () => now);
  expect(limiter.take('a')).toEqual({ limit: 2, remaining: 1, resetSeconds: 60, exceeded: false });
  now += 59_500;
  expect(limiter.take('a')).toEqual({ limit: 2, remaining: 0, resetSeconds: 1, exceeded: false });
  expect(limiter.take('a')).toMatchObject({ remaining: 0, exceeded: true });
  expect(limiter.take('b')).toMatchObject({ remaining: 1, exceeded: false });
  now += 500;
  expect(limiter.take('a')).toMatchObject({ remaining: 1, resetSeconds: 60, exceeded: false });
});

test('callers whose window has ended are forgotten', () => {
  let now = 0;
  const limiter = new RateLimiter(1, () => now);
  const held = () => (limiter as unknown as { windows: Map<string, unknown> }).windows.size;
  for (let caller = 0; caller < 10_000; caller++) limiter.take(String(caller));
  now = 60_000;
  limiter.take('one more');
  expect(held()).toBe(1);
});
